import Glibc
import RectoPageModel

/// The limits that the kernel keeps (setrlimit(2)).
struct ResourceLimits: Sendable {
  private let memoryBytes: Int
  private let processorSeconds: Int
  private let openFiles: Int

  /// The maximum stack of the first thread, deep enough for Poppler's recursion until its own
  /// guards stop it.
  private static let stackBytes = 64 << 20

  /// Throws `badRequest` for a limit below 1.
  init(_ sandbox: Sandbox) throws(PageError) {
    for (name, value) in [
      ("memory", sandbox.memoryBytes), ("processor time", sandbox.processorSeconds),
      ("open files", sandbox.openFiles),
    ] where value < 1 {
      throw PageError(.badRequest, "a sandbox's limit on \(name) must be 1 or more, not \(value)")
    }
    memoryBytes = sandbox.memoryBytes
    processorSeconds = sandbox.processorSeconds
    openFiles = sandbox.openFiles
  }

  /// `addressSpace` is what the process has now, in bytes.
  func apply(addressSpace: Int) throws(PageError) {
    try Self.lower(RLIMIT_AS, to: addressSpace.addingSaturated(memoryBytes), "memory")
    try Self.lower(RLIMIT_CPU, to: processorSeconds, "processor time")
    try Self.lower(RLIMIT_NOFILE, to: openFiles, "open files")
    // The limit is per file, so that only zero bounds the total.
    try Self.lower(RLIMIT_FSIZE, to: 0, "the size of files")
    try Self.lower(RLIMIT_CORE, to: 0, "core files")
    try Self.lower(RLIMIT_STACK, to: Self.stackBytes, "the stack")
  }

  /// Sets both forms of a limit, so that it cannot be raised again; a lower one stays.
  private static func lower(
    _ resource: __rlimit_resource, to value: Int, _ name: String
  ) throws(PageError) {
    let number = Int32(resource.rawValue)
    var limit = rlimit()
    guard getrlimit(number, &limit) == 0 else {
      throw sandboxFailure("the limit on \(name) cannot be read")
    }
    let lowered = min(rlim_t(value), limit.rlim_max)
    limit = rlimit(rlim_cur: lowered, rlim_max: lowered)
    try check(setrlimit(number, &limit), else: "the limit on \(name) cannot be set")
  }
}

extension Int {
  fileprivate func addingSaturated(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
