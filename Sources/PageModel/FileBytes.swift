import Glibc

/// The bytes of one file, mapped read-only or held in memory; freed with the last reference.
///
/// A mapped file that somebody truncates while it is read raises SIGBUS; a worker turns that
/// into an error of its one request.
public final class FileBytes: Sendable {
  /// A number and not a pointer, since pointers are not `Sendable`; the bytes never change.
  private let address: UInt
  private let isMapped: Bool
  public let count: Int

  /// Maps the regular file at `path`.
  ///
  /// Throws `notFound`, or `unreadable` where it is not a regular file or permission is missing.
  /// Calls `open`, `fstat` and `mmap`.
  public init(path: String) throws(PageError) {
    // A pipe without a writer must not hold the open.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? PageError(.notFound, "no such file")
        : PageError(.unreadable, "cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw PageError(.unreadable, "cannot be read: it is not a regular file")
    }
    count = Int(status.st_size)
    isMapped = count > 0
    guard isMapped else {
      address = 0
      return
    }
    guard let mapped = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), mapped != MAP_FAILED
    else {
      throw PageError(.unreadable, "cannot be read: \(String(cString: strerror(errno)))")
    }
    address = UInt(bitPattern: mapped)
  }

  /// A copy of `bytes`.
  public init(_ bytes: [UInt8]) {
    count = bytes.count
    isMapped = false
    guard !bytes.isEmpty else {
      address = 0
      return
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    copy.copyBytes(from: bytes)
    address = UInt(bitPattern: copy.baseAddress)
  }

  deinit {
    guard count > 0, let pointer = UnsafeMutableRawPointer(bitPattern: address) else { return }
    if isMapped {
      munmap(pointer, count)
    } else {
      pointer.deallocate()
    }
  }

  /// Lends the bytes for the duration of `body`; a C library may keep the pointer for as long as
  /// its owner keeps this object.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    try body(UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count))
  }
}
