import Glibc
import RectoPageModel
import RectoPipeline

/// Writes and removes files so that the result is on the disk, or throws.
enum DurableFiles {
  /// Writes a new file. Throws `noSpace` or `cannotWrite`. Calls `fsync`.
  static func write(
    _ bytes: [UInt8], to path: String, mode: mode_t = 0o644
  ) throws(NewsstandError) {
    let file = try create(path, mode)
    defer { close(file) }
    try append(bytes, to: file, path)
    try sync(file, path)
  }

  /// Gives a file another name as well, or, where the file system cannot, copies it. Throws as
  /// above, and `notFound`. Calls `link`.
  static func link(_ source: String, to path: String) throws(NewsstandError) {
    if Glibc.link(source, path) != 0 {
      guard [EXDEV, EPERM, EMLINK, EOPNOTSUPP].contains(errno) else { throw failure(path) }
      try copy(source, to: path)
    }
  }

  private static func copy(_ source: String, to path: String) throws(NewsstandError) {
    let input = open(source, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard input >= 0 else { throw failure(source) }
    defer { close(input) }
    let output = try create(path)
    defer { close(output) }
    // Large enough that a call costs nothing beside the copy.
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(source) }
      if count == 0 { break }
      try append(chunk.prefix(count), to: output, path)
    }
    try sync(output, path)
  }

  /// Has the names in a folder on the disk. Throws `cannotWrite`. Calls `fsync`.
  static func sync(folder path: String) throws(NewsstandError) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw failure(path) }
    defer { close(folder) }
    try sync(folder, path)
  }

  /// Has a file's content on the disk. Throws `cannotWrite`, `notFound`. Calls `fsync`.
  static func sync(file path: String) throws(NewsstandError) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    try sync(file, path)
  }

  /// Gives a file or folder another name in one step. Throws as `write`. Calls `rename`.
  static func move(_ source: String, to path: String) throws(NewsstandError) {
    guard rename(source, path) == 0 else { throw failure(path) }
  }

  /// Makes an empty folder, replacing an existing one. Throws as `write`.
  static func makeEmptyFolder(_ path: String) throws(NewsstandError) {
    try remove(path)
    guard mkdir(path, 0o777) == 0 else { throw failure(path) }
  }

  /// Removes a file, or a folder with all that is in it; links are not followed. A missing path is
  /// not an error. Throws `cannotWrite`.
  static func remove(_ path: String) throws(NewsstandError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw failure(path)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      guard unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
      return
    }
    for name in allNames(inFolder: path) { try remove("\(path)/\(name)") }
    guard rmdir(path) == 0 || errno == ENOENT else { throw failure(path) }
  }

  /// The length and SHA-256 of a regular file; nil where it cannot be read to its end.
  static func digest(_ path: String) -> (size: Int, sha256: String)? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var hash = SHA256()
    var size = 0
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return (size, hash.digest().hex) }
      size += count
      chunk.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  /// The free bytes of the folder's file system; nil if they are unknown. Calls `statvfs`.
  static func room(in folder: String) -> Int? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
  }

  private static func create(
    _ path: String, _ mode: mode_t = 0o644
  ) throws(NewsstandError) -> Int32 {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else { throw failure(path) }
    return file
  }

  private static func append(
    _ bytes: some Collection<UInt8>, to file: Int32, _ path: String
  ) throws(NewsstandError) {
    let isWritten: Bool? = bytes.withContiguousStorageIfAvailable { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(file, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
    guard isWritten == true else { throw failure(path) }
  }

  private static func sync(_ file: Int32, _ path: String) throws(NewsstandError) {
    guard fsync(file) == 0 else { throw failure(path) }
  }

  /// The error for `errno`.
  private static func failure(_ path: String) -> NewsstandError {
    let reason = errno
    let sentence = "\(path) cannot be written: \(String(cString: strerror(reason)))"
    switch reason {
    case ENOSPC, EDQUOT: return NewsstandError(.noSpace, "\(sentence): make room and try again")
    case ENOENT: return NewsstandError(.notFound, sentence)
    default: return NewsstandError(.cannotWrite, sentence)
    }
  }
}
