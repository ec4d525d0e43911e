import CRectoLinux
import Glibc

/// The bytes of one file, mapped read-only or held in memory; freed with the last reference.
///
/// A mapped file that is truncated while it is read raises SIGBUS; a worker turns that into an
/// error of its one request.
public final class FileBytes: Sendable {
  /// A number and not a pointer, since pointers are not `Sendable`; the bytes never change.
  private let address: UInt
  /// The descriptor of the mapped file; -1 for bytes held in memory.
  private let descriptor: Int32
  public let count: Int

  /// Maps the regular file at `path`.
  ///
  /// Throws `notFound`, or `unreadable` if it is not a regular file or permission is missing.
  /// Calls `open`, `fstat` and `mmap`.
  public convenience init(path: String) throws(PageError) {
    // A pipe without a writer must not hold the open.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? PageError(.notFound, "no such file")
        : OpenFiles.error(errno)
    }
    try self.init(owning: descriptor)
  }

  /// Maps the regular file of a descriptor, which it closes.
  ///
  /// Throws `unreadable` if it is not a regular file. Calls `fstat` and `mmap`.
  public init(owning descriptor: Int32) throws(PageError) {
    do throws(PageError) {
      (address, count) = try Self.map(descriptor)
      self.descriptor = descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func map(_ descriptor: Int32) throws(PageError) -> (address: UInt, count: Int) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw PageError(.unreadable, "cannot be read: it is not a regular file")
    }
    let count = Int(status.st_size)
    guard count > 0 else { return (0, 0) }
    guard let mapped = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), mapped != MAP_FAILED
    else {
      throw OpenFiles.error(errno)
    }
    return (UInt(bitPattern: mapped), count)
  }

  /// A copy of `bytes`.
  public init(_ bytes: [UInt8]) {
    count = bytes.count
    descriptor = -1
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
    descriptor = -1
    address = UInt(bitPattern: memory.baseAddress)
    try fill(UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { return }
    if descriptor >= 0 {
      munmap(pointer, count)
    } else {
      pointer.deallocate()
    }
  }

  /// The first bytes, as many as there are. A file that was cut off in the meantime gives fewer,
  /// where `withBytes` would end the process. Calls `pread`.
  public func prefix(_ length: Int) -> [UInt8] {
    guard descriptor >= 0 else { return withBytes { Array($0.prefix(length)) } }
    return [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
      while filled < length {
        let count = pread(
          descriptor, buffer.baseAddress! + filled, length - filled, off_t(filled))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        filled += count
      }
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
    if descriptor < 0 { copy(to: made) }
    return made
  }

  private func copy(to memory: Int32) {
    withBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = pwrite(memory, bytes.baseAddress! + done, bytes.count - done, off_t(done))
        guard count > 0 else { return }
        done += count
      }
    }
  }

  /// Gives the memory of a mapped file back to the system; bytes are read again on demand. Does
  /// nothing for bytes held in memory. Calls `madvise`.
  public func releasePages() {
    guard descriptor >= 0, let start = UnsafeMutableRawPointer(bitPattern: address) else { return }
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
