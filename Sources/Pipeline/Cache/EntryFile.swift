import CRectoISAL
import Glibc

/// The file of one cache entry:
///
///     offset  bytes
///          0      8  "RECTOENT"
///          8      4  version of this layout
///         12      4  CRC-32 (that of gzip) of the header with these four bytes zero, and the content
///         16      8  length of the content
///         24     32  the key
///         56         the content
///
/// Numbers have their lowest byte first. A file that does not match to the last byte is damaged:
/// a disk may lose written data, however carefully the file got its name.
enum EntryFile {
  static let headerBytes = 56
  private static let magic = Array("RECTOENT".utf8)
  private static let version: UInt32 = 1
  private static let checksum = 12..<16

  /// The header before the content.
  static func header(of content: UnsafeRawBufferPointer, key: Digest) -> [UInt8] {
    var header = magic
    append(version, to: &header)
    append(UInt32(0), to: &header)
    append(UInt64(content.count), to: &header)
    key.withBytes { header.append(contentsOf: $0) }
    var sum: [UInt8] = []
    append(check(header, content), to: &sum)
    header.replaceSubrange(checksum, with: sum)
    return header
  }

  /// The content, or nil unless the file is the complete and undamaged entry of that key. Calls
  /// `pread`, since a mapped file that is truncated would end the process.
  static func read(_ descriptor: Int32, fileBytes: Int, key: Digest) -> [UInt8]? {
    guard fileBytes >= headerBytes,
      let header = read(descriptor, at: 0, count: headerBytes),
      let content = read(descriptor, at: headerBytes, count: fileBytes - headerBytes)
    else { return nil }
    return content.withUnsafeBytes { self.header(of: $0, key: key) } == header ? content : nil
  }

  private static func read(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let step = pread(
          descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        if step < 0, errno == EINTR { continue }
        guard step > 0 else { return }
        filled += step
      }
    }
    return bytes.count == count ? bytes : nil
  }

  /// Calls `crc32_gzip_refl`.
  private static func check(_ header: [UInt8], _ content: UnsafeRawBufferPointer) -> UInt32 {
    let sum = crc32_gzip_refl(0, header, UInt64(header.count))
    guard let start = content.baseAddress else { return sum }
    return crc32_gzip_refl(
      sum, start.assumingMemoryBound(to: UInt8.self), UInt64(content.count))
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
