import Glibc
import RectoPageModel

/// The first line of a file, a pipe or standard input (`-`), without its line ending.
///
/// Throws `unreadable`, and `limit` for a line of more than 4096 bytes: no more is read. Calls `read`.
func firstLine(ofFile path: String) throws(PageError) -> String {
  let longest = 4096
  let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw unreadable() }
  defer { if path != "-" { close(descriptor) } }
  var line: [UInt8] = []
  var byte: UInt8 = 0
  while line.count <= longest {
    let count = read(descriptor, &byte, 1)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw unreadable() }
    if count == 0 || byte == 0x0A || byte == 0x0D { return String(decoding: line, as: UTF8.self) }
    line.append(byte)
  }
  throw PageError(.limit, "its first line is longer than \(longest) bytes")
}

private func unreadable() -> PageError {
  PageError(.unreadable, "it cannot be read: \(String(cString: strerror(errno)))")
}
