import Glibc
import RectoPipeline

/// Owns a file that is being downloaded, with the digest of its content.
final class PartFile {
  private static let pieceBytes = 1 << 20

  private let path: String
  private let descriptor: Int32
  private var sha256 = SHA256()
  /// Bytes in it, which is where the next ones go.
  private(set) var count = 0

  /// Opens or makes it; its content counts only after `keep`. Throws `cannotWrite`,
  /// `noSpace`.
  init(_ path: String) throws(NewsstandError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw diskFailure(path) }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// The digest of the present content, in hexadecimal digits.
  var digest: String { sha256.digest().hex }

  /// Keeps its first bytes, which are digested, and cuts off the rest. False where it has fewer, and
  /// is empty now. Throws `cancelled`, `cannotWrite`.
  func keep(_ wanted: Int, _ cancellation: CancellationToken) throws(NewsstandError) -> Bool {
    try empty(to: wanted)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceBytes, alignment: 1)
    defer { buffer.deallocate() }
    while count < wanted {
      try cancellation.check()
      let read = pread(descriptor, buffer.baseAddress, min(buffer.count, wanted - count), count)
      if read < 0 && errno == EINTR { continue }
      guard read > 0 else {
        // A part that cannot be read is fetched again.
        try empty(to: 0)
        return false
      }
      sha256.update(UnsafeRawBufferPointer(rebasing: buffer[..<read]))
      count += read
    }
    return true
  }

  /// Starts over. Throws `cannotWrite`.
  func empty() throws(NewsstandError) { try empty(to: 0) }

  private func empty(to length: Int) throws(NewsstandError) {
    count = 0
    sha256 = SHA256()
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw diskFailure(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw NewsstandError(.cannotWrite, "\(path) cannot be written: it is not a regular file")
    }
    if status.st_size > length { try onDisk(path) { ftruncate(descriptor, length) } }
  }

  /// Adds bytes, which are only lent. Throws `noSpace`, `cannotWrite`. Calls `pwrite`.
  func append(_ bytes: UnsafeRawBufferPointer) throws(NewsstandError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = pwrite(descriptor, rest.baseAddress, rest.count, count)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { throw diskFailure(path, code: written == 0 ? ENOSPC : errno) }
      sha256.update(UnsafeRawBufferPointer(rebasing: rest[..<written]))
      count += written
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  /// Sees to it that all of it outlives a power cut. Calls `fdatasync`.
  func synchronize() throws(NewsstandError) {
    try onDisk(path) { fdatasync(descriptor) }
  }
}
