import Glibc

/// The names in the central directory of a ZIP archive (APPNOTE.TXT, 4.3.12), read without
/// decompressing anything.
struct ZipDirectory {
  /// As in the archive, in its order.
  let names: [String]

  /// The longest directory that is read, in bytes: that of an archive of a hundred thousand files.
  private static let mostBytes = 16 << 20
  /// The end record (4.3.16) with the longest comment.
  private static let endBytes = 22 + 65_535

  /// Nil for a file that is not a ZIP archive, or whose directory cannot be found, such as that of an
  /// archive of more than 4 GiB. Calls `pread`.
  init?(_ path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(status.st_size)
    let tail = Self.read(file, at: max(0, size - Self.endBytes), min(size, Self.endBytes))
    guard let end = tail.lastIndex(of: [0x50, 0x4B, 5, 6]), tail.count - end >= 22 else {
      return nil
    }
    let (count, start) = (tail.number(at: end + 12, bytes: 4), tail.number(at: end + 16, bytes: 4))
    guard count <= Self.mostBytes, start <= size else { return nil }
    names = Self.names(in: Self.read(file, at: start, count))
  }

  private static func names(in directory: [UInt8]) -> [String] {
    var names: [String] = []
    var place = 0
    while directory.count - place >= 46,
      directory[place..<place + 4].elementsEqual([0x50, 0x4B, 1, 2])
    {
      let name = place + 46
      let length = directory.number(at: place + 28, bytes: 2)
      guard directory.count - name >= length else { break }
      names.append(String(decoding: directory[name..<name + length], as: UTF8.self))
      place =
        name + length + directory.number(at: place + 30, bytes: 2)
        + directory.number(at: place + 32, bytes: 2)
    }
    return names
  }

  /// As many bytes as there are.
  private static func read(_ file: Int32, at offset: Int, _ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let read = pread(file, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { break }
        filled += read
      }
    }
  }
}

extension [UInt8] {
  /// A little-endian number, which has to be there as a whole.
  fileprivate func number(at offset: Int, bytes: Int) -> Int {
    (0..<bytes).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
  }

  /// The index of the last occurrence of four bytes.
  fileprivate func lastIndex(of bytes: [UInt8]) -> Int? {
    guard count >= bytes.count else { return nil }
    return (0...count - bytes.count).last { self[$0..<$0 + bytes.count].elementsEqual(bytes) }
  }
}
