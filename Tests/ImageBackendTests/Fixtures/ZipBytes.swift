import CRectoZip
import Glibc
import TestSupport
import Testing

/// An entry of an archive, stored as it is.
struct ZipEntry {
  var name: String
  var content: [UInt8]
  /// The mode that Unix gives a file, in the upper half of the external attributes.
  var mode: UInt32 = 0o100644
  /// The size in the directory; nil for the true one.
  var statedSize: Int?
  var statedChecksum: UInt32?

  init(_ name: String, _ content: [UInt8]) {
    self.name = name
    self.content = content
  }

  init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
}

/// A ZIP archive written by hand (APPNOTE 6.3, 4.3), also such as no program would write.
func archive(_ entries: [ZipEntry]) -> [UInt8] {
  var file: [UInt8] = []
  var directory: [UInt8] = []
  for entry in entries {
    let (header, inDirectory) = entry.records(count: entry.content.count, at: file.count)
    directory += inDirectory
    file += header + entry.content
  }
  return file + directory
    + endOfDirectory(count: entries.count, bytes: directory.count, at: file.count)
}

/// Writes an archive whose entries but the last, which is `page`, consist of `holes` zeros each: a
/// sparse file.
func writeHollowArchive(_ page: ZipEntry, holes: Int, of count: Int, to path: String) throws {
  let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  try #require(file >= 0)
  defer { close(file) }
  var directory: [UInt8] = []
  var end = 0
  func append(_ bytes: [UInt8]) throws {
    try #require(pwrite(file, bytes, bytes.count, end) == bytes.count)
    end += bytes.count
  }
  for number in 0..<holes {
    var hole = ZipEntry("\(number).bin", [])
    hole.statedSize = count
    hole.statedChecksum = 0
    let (header, inDirectory) = hole.records(count: count, at: end)
    directory += inDirectory
    try append(header)
    end += count
  }
  let (header, inDirectory) = page.records(count: page.content.count, at: end)
  directory += inDirectory
  try append(header + page.content)
  try append(directory + endOfDirectory(count: holes + 1, bytes: directory.count, at: end))
}

extension ZipEntry {
  /// The headers of an entry with `count` bytes at an offset, there and in the directory.
  fileprivate func records(count: Int, at offset: Int) -> (header: [UInt8], inDirectory: [UInt8]) {
    let name = Array(name.utf8)
    // Version 2.0, names in UTF-8, stored, no time.
    let common =
      UInt16(20).littleEndianBytes + UInt16(0x800).littleEndianBytes + [0, 0, 0, 0, 0x21, 0]
      + (statedChecksum ?? checksum(content)).littleEndianBytes
      + UInt32(count).littleEndianBytes + UInt32(statedSize ?? count).littleEndianBytes
      + UInt16(name.count).littleEndianBytes + [0, 0]
    let byUnix: [UInt8] = [20, 3]
    let place = (mode << 16).littleEndianBytes + UInt32(offset).littleEndianBytes
    return (
      Array("PK\u{3}\u{4}".utf8) + common + name,
      Array("PK\u{1}\u{2}".utf8) + byUnix + common + [0, 0, 0, 0, 0, 0] + place + name
    )
  }
}

private func endOfDirectory(count: Int, bytes: Int, at offset: Int) -> [UInt8] {
  let count = UInt16(count).littleEndianBytes
  return Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0] + count + count
    + UInt32(bytes).littleEndianBytes + UInt32(offset).littleEndianBytes + [0, 0]
}

/// The compression method of entries.
struct ZipMethod: Sendable {
  var isDeflated = false
  var encryption: (method: Int32, password: String)?
}

/// True if libzip can write entries with this encryption.
func canEncrypt(_ method: Int32) -> Bool {
  zip_encryption_method_supported(UInt16(method), 1) != 0
}

/// A ZIP archive that libzip writes.
func archive(_ entries: [ZipEntry], _ method: ZipMethod) throws -> [UInt8] {
  let folder = try temporaryFolder()
  let path = folder.path("archive.zip")
  let writer = try #require(zip_open(path, ZIP_CREATE, nil))
  // libzip reads the contents only when it closes the archive.
  let contents = entries.map { entry in
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: entry.content.count, alignment: 1)
    memory.copyBytes(from: entry.content)
    return memory
  }
  defer { for memory in contents { memory.deallocate() } }
  for (entry, memory) in zip(entries, contents) {
    let source = try #require(
      zip_source_buffer(writer, memory.baseAddress, UInt64(memory.count), 0))
    let index = zip_file_add(writer, entry.name, source, 0)
    try #require(index >= 0)
    let compression = method.isDeflated ? ZIP_CM_DEFLATE : ZIP_CM_STORE
    try #require(zip_set_file_compression(writer, UInt64(index), compression, 9) == 0)
    if let encryption = method.encryption {
      try #require(
        zip_file_set_encryption(
          writer, UInt64(index), UInt16(encryption.method), encryption.password) == 0)
    }
  }
  try #require(zip_close(writer) == 0)
  return try bytes(ofFile: path)
}
