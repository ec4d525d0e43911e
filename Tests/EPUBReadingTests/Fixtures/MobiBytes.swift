import Foundation

/// A book of Mobipocket 6, made by hand: a PalmDB file whose first record has the headers, and whose
/// next ones have the text.
struct MobiBytes {
  var text = "<html><body><p>Quay</p></body></html>"
  var title = "Quay"
  /// Bytes of the text, as the header states them; as many as there are where it is nil.
  var statedLength: UInt32?
  /// 1 for no compression, 2 for PalmDOC's, 17,480 for Huffman's.
  var compression: UInt16 = 1
  /// 0 for no encryption.
  var encryption: UInt16 = 0
  var pictures: [[UInt8]] = []
  /// The type and the creator in the header of the database.
  var kind = "BOOKMOBI"

  private static let headerLength = 232
  private static let none: UInt32 = 0xFFFF_FFFF

  var bytes: [UInt8] {
    let text = Array(text.utf8)
    let chunks = stride(from: 0, to: text.count, by: 4096).map {
      Array(text[$0..<min($0 + 4096, text.count)])
    }
    let end: [UInt8] = [0xE9, 0x8E, 13, 10]
    let records = [head(text, chunkCount: chunks.count)] + chunks + pictures + [end]
    var file = padded(Array(title.utf8), to: 32) + [UInt8](repeating: 0, count: 28)
    file += Array(kind.utf8) + big(UInt32(records.count * 2)) + big(UInt32(0))
    file += big(UInt16(records.count))
    var offset = file.count + 8 * records.count + 2
    for (number, record) in records.enumerated() {
      file += big(UInt32(offset)) + big(UInt32(number * 2))
      offset += record.count
    }
    return file + [0, 0] + records.joined()
  }

  /// PalmDOC's header, Mobipocket's, and its table of facts (EXTH).
  private func head(_ text: [UInt8], chunkCount: Int) -> [UInt8] {
    let facts = [(100, "Mara Hale"), (503, title), (524, "en")] as [(UInt32, String)]
    var table = facts.flatMap { tag, value in
      big(tag) + big(UInt32(value.utf8.count + 8)) + Array(value.utf8)
    }
    table = Array("EXTH".utf8) + big(UInt32(table.count + 12)) + big(UInt32(facts.count)) + table
    table = padded(table, to: (table.count + 3) / 4 * 4)
    let firstPicture = UInt32(1 + chunkCount)
    // By their offsets in the record.
    var numbers: [Int: UInt32] = [
      20: UInt32(Self.headerLength), 24: 2, 28: 65_001, 32: 1234, 36: 6, 80: firstPicture,
      84: UInt32(16 + Self.headerLength + table.count), 88: UInt32(title.utf8.count), 92: 9,
      104: 6, 108: firstPicture, 128: 0x40, 168: Self.none, 192: 1 << 16 | UInt32(chunkCount),
      196: 1, 200: Self.none, 208: Self.none, 224: Self.none, 244: Self.none,
    ]
    for offset in stride(from: 40, to: 80, by: 4) { numbers[offset] = Self.none }
    var record = big(compression) + [0, 0] + big(statedLength ?? UInt32(text.count))
    record += big(UInt16(chunkCount)) + big(UInt16(4096)) + big(encryption) + [0, 0]
    record += Array("MOBI".utf8)
    while record.count < 16 + Self.headerLength { record += big(numbers[record.count] ?? 0) }
    return record + table + padded(Array(title.utf8), to: title.utf8.count + 2)
  }

  private func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: count - bytes.count)
  }

  private func big(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
