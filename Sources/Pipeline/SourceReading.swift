import Glibc
import RectoPageModel

/// Reads what `path` names: a mapped file, a folder's list of names, or all of standard input.
///
/// Throws `notFound`, `unreadable` or `limit`.
func readSource(_ path: String, limits: Limits) throws(PageError) -> Source {
  if path == "-" {
    return Source(path: "-", content: .file(try readStandardInput(limits: limits)))
  }
  return try Source(ofPath: path)
}

extension Source {
  /// The file or folder at a path, whatever its name.
  ///
  /// Throws `notFound` or `unreadable`.
  public init(ofPath path: String) throws(PageError) {
    // Elsewhere `-` is standard input.
    let path = path == "-" ? "./-" : path
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      self.init(path: path, content: .folder(entries: try folderEntries(of: path)))
    } else {
      self.init(path: path, content: .file(try FileBytes(path: path)))
    }
  }
}

/// All of standard input, which may be a pipe. Throws `unreadable` or `limit`.
package func readStandardInput(limits: Limits) throws(PageError) -> FileBytes {
  var bytes: [UInt8] = []
  let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
  defer { chunk.deallocate() }
  while true {
    let count = read(STDIN_FILENO, chunk.baseAddress, chunk.count)
    if count == 0 { return FileBytes(bytes) }
    if count < 0 {
      if errno == EINTR { continue }
      throw PageError(.unreadable, "cannot be read: \(String(cString: strerror(errno)))")
    }
    bytes.append(contentsOf: chunk.prefix(count))
    guard bytes.count <= limits.inputBytes else {
      throw PageError(
        .limit, "more than \(limits.inputBytes >> 20) MiB: save it as a file and name that")
    }
  }
}
