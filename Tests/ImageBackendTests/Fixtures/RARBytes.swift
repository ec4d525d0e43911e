/// One file of a RAR archive.
struct RAREntry {
  var name: String
  var bytes: [UInt8]
  /// A Unix mode.
  var mode: UInt32 = 0o100_644
  /// The size in the header; nil for the true one.
  var statedSize: UInt32?
  var isEncrypted = false

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// An archive of RAR 3 with its files stored, as its technical note has it.
func rar(_ entries: [RAREntry], headersAreEncrypted: Bool = false) -> [UInt8] {
  /// A block: the checksum of its header, the kind, flags, the length, and the rest.
  func block(_ kind: UInt8, flags: UInt16, _ rest: [UInt8]) -> [UInt8] {
    let length = UInt16(7 + rest.count)
    let header = [kind] + flags.littleEndianBytes + length.littleEndianBytes + rest
    return UInt16(truncatingIfNeeded: checksum(header)).littleEndianBytes + header
  }
  var file = Array("Rar!\u{1A}\u{7}\0".utf8)
  file += block(0x73, flags: headersAreEncrypted ? 0x80 : 0, [UInt8](repeating: 0, count: 6))
  for entry in entries {
    let name = Array(entry.name.utf8)
    let size = UInt32(entry.bytes.count)
    var rest = size.littleEndianBytes + (entry.statedSize ?? size).littleEndianBytes
    // Made on Unix, at midnight of 1980-01-01, readable by version 2.0, stored.
    rest += [3] + checksum(entry.bytes).littleEndianBytes
    rest += UInt32(1 << 21 | 1 << 16).littleEndianBytes + [20, 0x30]
    rest += UInt16(name.count).littleEndianBytes + entry.mode.littleEndianBytes + name
    // The name is in UTF-8, and the length of the content is stated.
    let flags: UInt16 = entry.isEncrypted ? 0x8204 : 0x8200
    file += block(0x74, flags: flags, rest) + entry.bytes
  }
  return file + block(0x7B, flags: 0x4000, [])
}
