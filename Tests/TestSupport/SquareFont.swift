/// The objects of a font, `/F2`, of black squares, each as wide as its size, with the Unicode text
/// of each code from 0x61 on.
package func squares(_ unicode: [String]) -> [Int: String] {
  let codes = unicode.indices.map { "/c\($0)" }
  let procedures = codes.map { "\($0) 101 0 R" }.joined(separator: " ")
  let map = unicode.enumerated().map { index, text in
    let units = text.utf16.map { unit in
      String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
    }
    return "<\(String(0x61 + index, radix: 16))> <\(units.joined())>"
  }
  return [
    5: """
    << /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0]
    /FirstChar 97 /LastChar \(96 + unicode.count) /ToUnicode 102 0 R
    /Widths [\(codes.map { _ in "1000" }.joined(separator: " "))] /CharProcs << \(procedures) >>
    /Encoding << /Type /Encoding /Differences [97 \(codes.joined(separator: " "))] >> >>
    """,
    101: PDFFixture.stream("", "1000 0 0 0 900 700 d1 0 0 900 700 re f"),
    102: PDFFixture.stream(
      "",
      """
      /CIDInit /ProcSet findresource begin 12 dict begin begincmap
      1 begincodespacerange <00> <ff> endcodespacerange
      \(unicode.count) beginbfchar
      \(map.joined(separator: "\n"))
      endbfchar endcmap end end
      """),
  ]
}
