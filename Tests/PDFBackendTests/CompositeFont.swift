import TestSupport

/// The objects of a composite font, `/F2`, whose characters are glyphs of a TrueType file by number, with the
/// entries of its map to Unicode, if it has one.
func compositeFont(_ name: String, file: [UInt8], toUnicode: String? = nil) -> [Int: String] {
  let digits = file.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  var objects = [
    5: "<< /Type /Font /Subtype /Type0 /BaseFont /\(name) /Encoding /Identity-H "
      + "/DescendantFonts [100 0 R]\(toUnicode == nil ? "" : " /ToUnicode 102 0 R") >>",
    100: "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /\(name) /DW 1000 "
      + "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
      + "/CIDToGIDMap /Identity /FontDescriptor 101 0 R >>",
    101: "<< /Type /FontDescriptor /FontName /\(name) /Flags 4 /ItalicAngle 0 /Ascent 800 "
      + "/Descent -200 /CapHeight 700 /StemV 80 /FontBBox [0 -200 1000 800] "
      + "/FontFile2 103 0 R >>",
    103: PDFFixture.stream("/Filter /ASCIIHexDecode /Length1 \(file.count)", digits + ">"),
  ]
  if let toUnicode {
    objects[102] = PDFFixture.stream(
      "",
      "begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange \(toUnicode) endcmap")
  }
  return objects
}

/// A TrueType font of empty glyphs: number 0, and one for each of `letters`, which follow each other.
func trueType(named name: String, letters: ClosedRange<UInt16>? = nil) -> [UInt8] {
  func units(_ values: Int...) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }
  func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
  let count = letters?.count ?? 0
  var tables = [
    ("glyf", units(0)),
    (
      "head",
      units(1, 0, 0, 1, 0, 0, 0x5F0F, 0x3CF5, 0, 1000) + zeros(16)
        + units(0, 0, 1000, 1000, 1, 8, 2, 0, 0)
    ),
    ("hhea", units(1, 0, 800, -200, 0, 1000, 0, 0, 0, 1) + zeros(14) + units(1)),
    ("hmtx", units(1000, 0) + zeros(2 * count)), ("loca", zeros(2 * (count + 2))),
    ("maxp", units(1, 0, 1 + count) + zeros(26)),
    ("name", units(0, 1, 18, 1, 0, 0, 6, name.utf8.count, 0) + Array(name.utf8)),
  ]
  if let letters {
    // A trimmed table, for Unicode on Windows.
    let map =
      units(6, 10 + 2 * count, 0, Int(letters.lowerBound), count)
      + (1...count).flatMap { units($0) }
    tables.insert(("cmap", units(0, 1, 3, 1, 0, 12) + map), at: 0)
  }
  var directory = units(1, 0, tables.count, 0, 0, 0)
  var data: [UInt8] = []
  for (tag, table) in tables {
    let place = 12 + 16 * tables.count + data.count
    directory += Array(tag.utf8) + units(0, 0, 0, place, 0, table.count)
    data += table + zeros((4 - table.count % 4) % 4)
  }
  return directory + data
}
