import CRectoLinux
import Glibc

/// A part of an open file. The file is closed with the last reference.
public final class FileRegion: Sendable {
  let descriptor: Int32
  /// The offset of the region in the file, in bytes.
  public let offset: Int
  /// The length of the region in bytes.
  public let count: Int

  /// A part of a regular file: all of it, or a range, which is clamped to the file's size.
  ///
  /// Throws `noSuchFile` if it cannot be opened or is not a regular file. Calls `open`.
  public init(path: String, range: Range<Int>? = nil) throws(HTTPError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else {
      let reason = descriptor < 0 ? String(cString: strerror(errno)) : "it is not a regular file"
      offset = 0
      count = 0
      throw HTTPError(.noSuchFile, "\(path) cannot be read: \(reason)")
    }
    let all = 0..<Int(status.st_size)
    let part = (range ?? all).clamped(to: all)
    offset = part.lowerBound
    count = part.count
  }

  /// All of a new file in `folder` with these bytes and without a name. Its disk space is freed
  /// when it is closed.
  ///
  /// Throws `cannotStart` if it cannot be written. Calls `open` with `O_TMPFILE`, and `write`.
  public init(nameless bytes: [UInt8], in folder: String) throws(HTTPError) {
    descriptor = linux_nameless_file(folder)
    offset = 0
    count = bytes.count
    guard descriptor >= 0, Self.write(bytes, to: descriptor) else {
      throw HTTPError(
        .cannotStart, "a file in \(folder) cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let part = UnsafeRawBufferPointer(rebasing: bytes[written...])
        let count = Glibc.write(descriptor, part.baseAddress, part.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        written += count
      }
      return true
    }
  }

  /// A part of another region; `range` is clamped to it.
  public init(_ range: Range<Int>, of region: FileRegion) throws(HTTPError) {
    descriptor = fcntl(region.descriptor, F_DUPFD_CLOEXEC, 0)
    let part = range.clamped(to: 0..<region.count)
    offset = region.offset + part.lowerBound
    count = part.count
    guard descriptor >= 0 else {
      throw HTTPError(.noSuchFile, "there are no descriptors left")
    }
  }

  /// The present path of the file, without links; nil if it is unknown. Calls `readlink`.
  public var path: String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = readlink("/proc/self/fd/\(descriptor)", buffer.baseAddress!, buffer.count)
      guard count > 0, count < buffer.count else { return nil }
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
