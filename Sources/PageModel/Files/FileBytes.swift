import CRectoLinux
import Glibc

/// The bytes of one file, mapped read-only or held in memory; freed with the last reference.
///
/// Small files are held in memory, since people edit them while they are read: a mapped file that is
/// truncated raises SIGBUS. A worker turns that into an error of its one request.
public final class FileBytes: Sendable {
  /// A number and not a pointer, since pointers are not `Sendable`; the bytes never change.
  private let address: UInt
  /// The descriptor of the file; -1 for bytes that come from no file.
  private let descriptor: Int32
  private let isMapped: Bool
  public let count: Int

  /// The size in bytes from which a file is mapped.
  private static let mappedSize = 1 << 20

  /// Reads or maps the regular file at `path`.
  ///
  /// Throws `notFound`, or `unreadable` if it is not a regular file or permission is missing.
  /// Calls `open`, `fstat`, and `pread` or `mmap`.
  public convenience init(path: String) throws(PageError) {
    // A pipe without a writer must not hold the open.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? PageError(
          .notFound,
          path.hasReplacedBytes ? "its name is not UTF-8: rename it" : "no such file")
        : OpenFiles.error(errno)
    }
    try self.init(owning: descriptor)
  }

  /// Reads or maps the regular file of a descriptor, which it closes.
  ///
  /// Throws `unreadable` if it is not a regular file. Calls `fstat`, and `pread` or `mmap`.
  public init(owning descriptor: Int32) throws(PageError) {
    do throws(PageError) {
      let size = try Self.size(descriptor)
      if size < Self.mappedSize {
        (address, count) = try Self.read(descriptor, size)
        isMapped = false
      } else {
        (address, count) = (try Self.map(descriptor, size), size)
        isMapped = true
      }
      self.descriptor = descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func size(_ descriptor: Int32) throws(PageError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw PageError(.unreadable, "cannot be read: it is not a regular file")
    }
    return Int(status.st_size)
  }

  /// Up to `size` bytes in memory of their own: fewer if the file was cut off since it was measured.
  private static func read(_ descriptor: Int32, _ size: Int) throws(PageError) -> (
    address: UInt, count: Int
  ) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, size), alignment: 16)
    guard
      let count = fill(UnsafeMutableRawBufferPointer(rebasing: memory[..<size]), from: descriptor)
    else {
      let number = errno
      memory.deallocate()
      throw OpenFiles.error(number)
    }
    return (UInt(bitPattern: memory.baseAddress), count)
  }

  /// Reads from the beginning of a file until `memory` is full or the file ends, and returns the number
  /// of bytes; nil, with `errno`, if it cannot be read.
  private static func fill(_ memory: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int?
  {
    var filled = 0
    while filled < memory.count {
      let count = pread(
        descriptor, memory.baseAddress! + filled, memory.count - filled, off_t(filled))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  private static func map(_ descriptor: Int32, _ count: Int) throws(PageError) -> UInt {
    guard let mapped = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), mapped != MAP_FAILED
    else {
      throw OpenFiles.error(errno)
    }
    return UInt(bitPattern: mapped)
  }

  /// A copy of `bytes`.
  public init(_ bytes: [UInt8]) {
    count = bytes.count
    (descriptor, isMapped) = (-1, false)
    guard !bytes.isEmpty else {
      address = 0
      return
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    copy.copyBytes(from: bytes)
    address = UInt(bitPattern: copy.baseAddress)
  }

  /// `count` bytes that `fill` writes, such as a file extracted from an archive. Rethrows the
  /// errors of `fill`.
  public init<Failure: Error>(
    count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, count), alignment: 16)
    self.count = count
    (descriptor, isMapped) = (-1, false)
    address = UInt(bitPattern: memory.baseAddress)
    try fill(UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { return }
    if isMapped {
      munmap(pointer, count)
    } else {
      pointer.deallocate()
    }
  }

  /// The first `length` bytes, or all of a shorter file. A file that was truncated meanwhile
  /// gives fewer, while `withBytes` would end the process. Calls `pread`.
  public func prefix(_ length: Int) -> [UInt8] {
    guard isMapped else { return withBytes { Array($0.prefix(length)) } }
    return [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
      filled = Self.fill(UnsafeMutableRawBufferPointer(buffer), from: descriptor) ?? 0
    }
  }

  /// A descriptor of the bytes for another process, to be closed by the caller: the file's own,
  /// or one of anonymous memory with a copy.
  ///
  /// Throws `unreadable` if it cannot be made. Calls `fcntl` or `memfd_create`.
  public func makeDescriptor() throws(PageError) -> Int32 {
    let made =
      descriptor >= 0
      ? fcntl(descriptor, F_DUPFD_CLOEXEC, 0) : linux_sealed_memory("recto-source", count)
    guard made >= 0 else {
      throw OpenFiles.error(errno)
    }
    guard descriptor >= 0 || copy(to: made) else {
      let error = OpenFiles.error(errno)
      close(made)
      throw error
    }
    return made
  }

  /// Returns false, with the reason in `errno`, if not all bytes were written.
  private func copy(to memory: Int32) -> Bool {
    withBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = pwrite(memory, bytes.baseAddress! + done, bytes.count - done, off_t(done))
        guard count > 0 || count < 0 && errno == EINTR else { return false }
        done += max(count, 0)
      }
      return true
    }
  }

  /// Gives the memory of a mapped file back to the system; bytes are read again on demand. Does
  /// nothing for bytes held in memory. Calls `madvise`.
  public func releasePages() {
    guard isMapped, let start = UnsafeMutableRawPointer(bitPattern: address) else { return }
    madvise(start, count, MADV_DONTNEED)
  }

  /// Lends the bytes for the duration of `body`; a C library may keep the pointer for as long as
  /// its owner keeps this object.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count))
  }
}
