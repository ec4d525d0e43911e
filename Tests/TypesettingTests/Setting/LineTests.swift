import RectoPageModel
import Testing

@testable import RectoTypesetting

/// The ends of lines, and the stops of tabs.
@Suite struct LineTests {
  private func lines(
    _ text: String, width: Double, _ character: CharacterStyle = Texts.style(),
    _ change: (inout ParagraphStyle) -> Void
  ) throws -> [Line] {
    var style = ParagraphStyle()
    change(&style)
    return try Texts.typesetter().lines(of: Texts.paragraph(text, style, character), width: width)
  }

  // MARK: Ends

  @Test func softHyphensPartNoWordWhereNoHyphensAreWanted() throws {
    let text = "aaaaaaaaaa\u{AD}bbbbbbbbbb"
    #expect(try lines(text, width: 60) { $0.hyphens = .manual }[0].endsInHyphen)
    #expect(try lines(text, width: 60) { $0.hyphens = .none }.allSatisfy { !$0.endsInHyphen })
  }

  @Test func nothingHangsOutOfCenteredLines() throws {
    let text = String(repeating: "\u{201C}Mind the step,\u{201D} he said. ", count: 8)
    func indents(_ hangs: Bool) throws -> [ScaledPoints] {
      try lines(text, width: 120) {
        $0.textAlign = .center
        $0.hangingPunctuation = hangs
      }.map(\.indent)
    }
    #expect(try indents(true) == indents(false))
  }

  @Test func spacesBeforeALineEndTakeNoPlaceInACenteredLine() throws {
    let plain = try lines("one\u{2028}two", width: 100) { $0.textAlign = .center }
    let spaced = try lines("one   \u{2028}two", width: 100) { $0.textAlign = .center }
    #expect(spaced[0].width == plain[0].width)
    #expect(spaced[0].indent == plain[0].indent)
  }

  @Test func aLineBeforeALineFeedIsNotJustified() throws {
    let lines = try lines("one two\u{2028}three", width: 180) { $0.textAlign = .justify }
    let alone = try self.lines("one two", width: 180) { $0.textAlign = .start }
    #expect(lines[0].width == alone[0].width)
  }

  /// The last line may fit only with narrower spaces.
  @Test func noLineOfAJustifiedParagraphIsTooLong() throws {
    let text = "The harbor lies still in the morning, and the lamp on the mole is out at last"
    for width in 120...240 {
      let lines = try lines(text, width: Double(width)) { $0.textAlign = .justify }
      #expect(lines.allSatisfy { $0.excess == .zero }, "\(width): \(lines.map(\.excess))")
    }
  }

  @Test func spacesOfALineThatIsTooLongStayWide() throws {
    // Such a character begins no line, and neither word alone is too wide.
    let text = "aaaaaaaaa !!!!!!!!!!!!!!!! bb"
    let line = try #require(try lines(text, width: 55) { $0.textAlign = .justify }.first)
    let units = Array(text.utf16)
    let spaces = line.runs.flatMap(\.glyphs).filter { units[Int($0.cluster)] == 0x20 }
    #expect(line.excess > .zero && spaces.count == 1)
    #expect(spaces.allSatisfy { ScaledPoints(rawValue: $0.advance) > ScaledPoints(1.0) })
  }

  @Test func theEndOfARightToLeftLineIsAtTheLeft() throws {
    let arabic = Texts.style(["Amiri"], language: "ar")
    let text = "مرحبا بكم"
    #expect(try lines(text, width: 300, arabic) { $0.textAlign = .end }[0].indent == .zero)
    #expect(
      try lines(text, width: 300, arabic) { $0.textAlign = .start }[0].indent > ScaledPoints(100.0))
  }

  // MARK: Tabs

  /// The places of a character's glyphs in a line, in points.
  private func places(of character: UInt16, _ text: String, _ line: Line) -> [Double] {
    let units = Array(text.utf16)
    return line.runs.flatMap(\.glyphs).filter { units[Int($0.cluster)] == character }
      .map { ScaledPoints(rawValue: $0.x).points }
  }

  @Test(arguments: ["a\t3.25", "a\t12345.5", "a\t0.123456"])
  func aDecimalTabAlignsPoints(text: String) throws {
    let line = try #require(
      try lines(text, width: 200) {
        $0.tabStops = [.init(position: 100, alignment: .decimal)]
      }.first)
    let point = try #require(places(of: 0x2E, text, line).first)
    #expect(abs(point - 100) < 0.01)
  }

  @Test func aTabAtAStopLeadsToTheNext() throws {
    let line = try #require(
      try lines("\t\tx", width: 300) {
        $0.tabStops = [.init(position: 50), .init(position: 100)]
      }.first)
    #expect(places(of: 0x78, "\t\tx", line) == [100])
  }
}
