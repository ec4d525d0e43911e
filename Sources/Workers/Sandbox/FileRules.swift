import CRectoSandbox
import Glibc
import RectoPageModel

/// The files that may be opened, as Landlock's rules (landlock(7)). Owns their descriptor.
struct FileRules: ~Copyable, Sendable {
  private let descriptor: Int32

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Throws `notInstalled` where the kernel has no Landlock, and `badRequest` for a folder among
  /// the files.
  init(_ sandbox: Sandbox) throws(PageError) {
    let version = sandbox_landlock_version()
    descriptor = version >= 1 ? sandbox_rules_make(version) : -1
    guard version >= 1 else {
      throw sandboxFailure(
        "this kernel does not have Landlock (Linux 5.13 or later, unless turned off)")
    }
    guard descriptor >= 0 else { throw sandboxFailure("Landlock's rules cannot be made") }
    for folder in sandbox.readableFolders { try allow(folder, SANDBOX_FOLDER) }
    for file in sandbox.readableFiles { try allow(file, SANDBOX_FILE) }
    // Programs discard output there.
    try allow("/dev/null", SANDBOX_WRITABLE_FILE)
  }

  private borrowing func allow(
    _ path: String, _ access: sandbox_access
  ) throws(PageError) {
    guard sandbox_rules_allow(descriptor, path, access) != 0 else { return }
    switch errno {
    // Missing and unreachable files need no rule.
    case ENOENT, ENOTDIR, EACCES: return
    case EISDIR:
      throw PageError(.badRequest, "\(path) is a folder: give it to the sandbox as one")
    default: throw sandboxFailure("no Landlock rule can be made for \(path)")
    }
  }

  /// Puts the rules on this process.
  borrowing func enforce() throws(PageError) {
    try check(sandbox_rules_enforce(descriptor), else: "the Landlock rules cannot be enforced")
  }
}
