import RectoJSON
import RectoPageModel
import TestSupport
import Testing

/// The text of a page in the bytes that a worker gives, which may have been taken over by a source.
@Suite struct PackedTextTests {
  @Test func aTextIsThatOfItsJSON() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      let document: PageTextDocument = random.value()
      try #require(try PageText(packed: document.text.packed) == document.text)
    }
    let fine = PageText(
      order: .layout,
      blocks: [
        TextBlock(
          box: Rect(x: -0.0005, y: 1 / 3, width: 2e9, height: 1e-9), role: .ruby,
          lines: [
            TextLine(
              box: Rect(x: 1, y: 2, width: 3, height: 4),
              baseline: Segment(start: Point(x: -1e300, y: 0), end: Point(x: 99.9995, y: 7.0004)),
              words: [
                TextWord(
                  text: "e\u{301}\u{1F1E8}\u{1F1ED}",
                  box: Rect(x: 100.0004, y: -3e-4, width: 9.87654321, height: 12),
                  size: 11.99999,
                  glyphs: [
                    Rect(x: 100.0005, y: 0, width: 5, height: 12),
                    Rect(x: 105.4444, y: -0.0015, width: 4.5, height: 12),
                  ], joinsNext: true)
              ])
          ])
      ])
    let json = JSONWriter.bytes(
      of: PageTextDocument(
        index: 0, label: "", size: Size(width: 1, height: 1), text: fine, includesGlyphs: true))
    #expect(
      try PageText(packed: fine.packed) == PageTextDocument(jsonBytes: json).text)
  }

  /// Each beginning of a text, and each text with a byte changed, is read or refused.
  @Test func aTextThatIsCutOffOrChangedAnywhereEndsInAnErrorAtWorst() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<8 {
      let document: PageTextDocument = random.value()
      let packed = document.text.packed
      for length in packed.indices {
        #expect(throws: PackedTextError.self) { _ = try PageText(packed: packed[..<length]) }
      }
      for place in packed.indices {
        for byte in [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)] {
          var changed = packed
          changed[place] = byte
          if let text = try? PageText(packed: changed) { try expectPossible(text) }
        }
      }
    }
  }

  private func expectPossible(_ text: PageText) throws {
    for line in text.blocks.flatMap(\.lines) {
      try #require(line.formulas.allSatisfy { !$0.words.isEmpty })
      let bounds = line.formulas.flatMap { [$0.words.lowerBound, $0.words.upperBound] }
      try #require(bounds == bounds.sorted() && bounds.allSatisfy { $0 <= line.words.count })
    }
    for word in text.blocks.flatMap(\.lines).flatMap(\.words) {
      try #require(word.box.width >= 0 && word.box.height >= 0 && abs(word.box.x) <= 1e9)
      try #require(word.size >= 0 && word.size <= 1e6)
      try #require(word.glyphs.isEmpty || word.glyphs.count == word.text.count)
    }
  }

  /// The version and the order at the start of a packed text.
  private static let beginning: [UInt8] = [4, 6] + Array("layout".utf8)
  /// One with a block that begins with a line of one word, up to the line's formulas.
  private static let line =
    beginning + [1, 4] + Array("code".utf8) + [1, 0, 0, 0, 0, 0, 0, 1]
    + [0, 0, 0, 0, 0, 0, 0, 0, 1] + [0, 1, 0x78, 0, 0, 0, 0]
  private static let impossible: [(bytes: [UInt8], reason: String)] = [
    ([], "it is cut off"),
    ([1], "it is in another form"),
    ([4, 1, 0x78], "its order has an unknown name"),
    (beginning + [0x7F], "it is cut off"),
    (beginning + [0, 0, 0], "more follows behind it"),
    (beginning + [1, 1, 0xFF, 0], "a word is not UTF-8"),
    (beginning + [0, 1, 0, 0, 0, 0, 0, 0], "a name is not listed"),
    (beginning + [0, 1, 0, 0, 1, 0, 0, 0], "a box has a negative side"),
    (beginning + [UInt8](repeating: 0xFF, count: 10), "a number is too long"),
    (
      beginning + [1, 4] + Array("code".utf8) + [1, 0, 0, 0, 0, 0, 4, 0]
        + [0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0],
      "the number of a cell is too large"
    ),
    (line + [1, 0, 0, 0], "a formula is not of its line's words"),
    (line + [1, 0, 2, 0], "a formula is not of its line's words"),
    (line + [1, 1, 1, 0], "a formula is not of its line's words"),
    (line + [2, 0, 1, 0, 0, 1, 0], "a formula is not of its line's words"),
    (line + [1, 0, 1, 3], "an alternative text is of an unknown kind"),
  ]

  @Test(arguments: impossible)
  func aTextThatCannotBeIsRefused(bytes: [UInt8], reason: String) {
    let error = #expect(throws: PackedTextError.self) { _ = try PageText(packed: bytes) }
    #expect(error?.description == reason)
  }

  /// Comparing them would take hours: Swift sorts combining marks in quadratic time.
  @Test func aNameOfMillionsOfCombiningMarksIsRefused() {
    let marks = (0..<1 << 19).flatMap { _ in [0xCC, 0x81, 0xCC, 0xA3] as [UInt8] }
    let error = #expect(throws: PackedTextError.self) {
      _ = try PageText(packed: [4, 0x80, 0x80, 0x80, 1] + marks)
    }
    #expect(error?.description == "its order has an unknown name")
  }

  @Test func aCoordinateThatIsNoNumberIsRefused() {
    let box = Rect(x: .nan, y: 0, width: 1, height: 1)
    let text = PageText(
      order: .layout, blocks: [TextBlock(box: box, role: .code, lines: [])])
    let error = #expect(throws: PackedTextError.self) { _ = try PageText(packed: text.packed) }
    #expect(error?.description == "a coordinate is not a number")
  }
}
