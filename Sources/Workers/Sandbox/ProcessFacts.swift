import CRectoLinux
import Glibc
import RectoPageModel

/// The content of `/proc/self/stat` for this process (proc(5)).
struct ProcessFacts {
  /// The number of threads, most of which a fork would leave behind and a sandbox would not reach.
  /// A sanitizer's own thread does not count: it meets no input, and restarts in the child of a
  /// fork.
  let threads: Int
  /// Bytes of address space in use.
  let addressSpace: Int

  /// Throws `notInstalled` where `/proc` cannot be read.
  init() throws(PageError) {
    let fields = try Self.fieldsAfterName()
    // The file's fields 20 and 23; the first after the name is its third.
    guard fields.count > 20, let threads = Int(fields[17]), let addressSpace = Int(fields[20])
    else { throw PageError(.notInstalled, "/proc/self/stat has an unexpected format") }
    self.threads = threads > 1 ? threads - Int(linux_sanitizer_threads()) : threads
    self.addressSpace = addressSpace
  }

  private static func fieldsAfterName() throws(PageError) -> [Substring] {
    let descriptor = open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw sandboxFailure("/proc/self/stat cannot be read") }
    defer { close(descriptor) }
    // 52 numbers of up to 20 digits and a name of 16 bytes.
    let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2048) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      return String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    }
    // The name, in parentheses, may have spaces and parentheses in it.
    guard let end = text.lastIndex(of: ")") else { return [] }
    return text[end...].dropFirst().split(separator: " ")
  }
}
