/// The cross-reference table of a PDF that Cairo has written (ISO 32000-2, 7.5.4).
enum PDFCrossReferences {
  private static let entryLength = 20

  /// Marks objects that are listed and not in the file as free, which makes references to them null.
  ///
  /// For each link Cairo 1.16 lists an element of the structure tree, and does not write the tree:
  /// readers that check the table take the whole file for damaged.
  static func freeMissingObjects(in file: inout [UInt8]) {
    guard var place = firstEntry(in: file), let count = number(in: file, before: place) else {
      return
    }
    for object in 0..<count {
      guard file.count - place >= entryLength else { return }
      let isUsed = file[place + 17] == UInt8(ascii: "n")
      if isUsed, let offset = number(in: file[place..<place + 10]),
        !begins(file, with: "\(object) 0 obj", at: offset)
      {
        file.replaceSubrange(place..<place + 18, with: Array("0000000000 65535 f".utf8))
      }
      place += entryLength
    }
  }

  /// The offset of the table's first entry; nil for a file with another kind of table.
  private static func firstEntry(in file: [UInt8]) -> Int? {
    let lines = file.suffix(64).split(separator: UInt8(ascii: "\n"))
    guard let keyword = lines.lastIndex(of: Array("startxref".utf8)[...]),
      lines.indices.contains(keyword + 1), let table = number(in: lines[keyword + 1]),
      begins(file, with: "xref\n0 ", at: table),
      let end = file[(table + 5)...].firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    return end + 1
  }

  /// The number of entries, which ends the line before the first.
  private static func number(in file: [UInt8], before place: Int) -> Int? {
    let line = file[..<(place - 1)]
    return number(in: line[((line.lastIndex(of: UInt8(ascii: " ")) ?? place) + 1)...])
  }

  private static func number(in digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self))
  }

  private static func begins(_ file: [UInt8], with text: String, at offset: Int) -> Bool {
    (0...file.count).contains(offset) && file[offset...].starts(with: text.utf8)
  }
}
