import RectoPageModel
import Testing

@testable import RectoTypesetting

@Suite struct ParagraphTests {
  private let text = String(repeating: Texts.sentence, count: 6)

  private func lines(
    _ paragraph: Paragraph, width: Double = 180
  ) throws -> [Line] {
    try Texts.typesetter().lines(of: paragraph, width: width)
  }

  @Test func justifiedLinesEndExactlyAtTheEdgeButForTheLast() throws {
    let lines = try lines(Texts.paragraph(text))
    #expect(lines.count > 10)
    for line in lines.dropLast() { #expect(line.width == ScaledPoints(180.0)) }
    #expect(try #require(lines.last).width < ScaledPoints(180.0))
  }

  @Test func raggedLinesKeepTheWidthOfTheirSpaces() throws {
    var style = Texts.justified()
    style.textAlign = .start
    let lines = try lines(Texts.paragraph(text, style))
    let units = Array(text.utf16)
    let glyphs: [Glyph] = lines.flatMap(\.runs).flatMap(\.glyphs)
    let spaces = glyphs.filter { units[Int($0.cluster)] == 0x20 }
    #expect(Set(spaces.map(\.advance)).count == 1)
    #expect(Set(lines.map(\.width)).count > 3)
  }

  @Test(arguments: [40.0, 90, 180, 400, 900])
  func linesHaveAllOfTheTextInOrder(width: Double) throws {
    let paragraph = Texts.paragraph(text)
    let lines = try lines(paragraph, width: width)
    let words = lines.map { $0.string(of: paragraph.text) }.joined(separator: " ")
    #expect(words.replacing(" ", with: "") == text.replacing(" ", with: ""))
    for (line, next) in zip(lines, lines.dropFirst()) {
      #expect(line.range.upperBound <= next.range.lowerBound)
    }
  }

  @Test func hyphensAreAddedWhereTheDictionaryHasThemAndNowhereWithoutALanguage() throws {
    let hyphenated = try lines(Texts.paragraph(text), width: 90).filter(\.endsInHyphen)
    #expect(hyphenated.count > 2)
    let silent = Texts.style(language: nil)
    let plain = try lines(Texts.paragraph(text, Texts.justified(), silent), width: 90)
    #expect(plain.filter(\.endsInHyphen).isEmpty)
  }

  @Test(arguments: [
    "example.org/documentation/configuration/administration", "https://quay/responsibilities",
    "administration@responsibilities-configuration.org",
  ])
  func anAddressGetsNoHyphens(address: String) throws {
    for before in 0..<12 {
      let text = String(repeating: "see ", count: before) + address + " for responsibilities"
      for line in try lines(Texts.paragraph(text), width: 160) where line.endsInHyphen {
        let end = String(decoding: Array(text.utf16)[..<line.range.upperBound], as: UTF16.self)
        #expect(end.hasPrefix(String(repeating: "see ", count: before) + address + " "))
      }
    }
    // A slash alone makes no address.
    let plain = String(repeating: "responsibilities/administration ", count: 9)
    #expect(try lines(Texts.paragraph(plain), width: 90).contains(where: \.endsInHyphen))
  }

  @Test func aHyphenatedLineEndsWithTheGlyphOfAHyphen() throws {
    let typesetter = try Texts.typesetter()
    let line = try #require(
      try typesetter.lines(of: Texts.paragraph(text), width: 90).first(where: \.endsInHyphen))
    let run = try #require(line.runs.last)
    let hyphen = try #require(run.font.glyph(of: 0x2010) ?? run.font.glyph(of: 0x2D))
    #expect(run.glyphs.last?.id == hyphen)
  }

  @Test func aWordThatFitsOnNoLineIsCut() throws {
    let long = String(repeating: "abcdefghij", count: 60)
    let lines = try lines(Texts.paragraph(long), width: 150)
    #expect(lines.count > 10)
    for line in lines { #expect(line.width <= ScaledPoints(150.0)) }
  }

  @Test func aTextWithoutAnythingHasOneEmptyLine() throws {
    let lines = try lines(Texts.paragraph(""))
    #expect(lines.count == 1)
    #expect(lines.flatMap(\.runs).isEmpty)
  }

  @Test func aLineSeparatorEndsALine() throws {
    let paragraph = Texts.paragraph("one\u{2028}two three")
    let lines = try lines(paragraph)
    #expect(lines.map { $0.string(of: paragraph.text) } == ["one", "two three"])
  }

  @Test func aSoftHyphenIsSeenOnlyWhereItDivides() throws {
    var style = Texts.justified()
    style.hyphens = .manual
    let paragraph = Texts.paragraph("aaaaaaaaaa\u{AD}bbbbbbbbbb", style)
    #expect(try lines(paragraph, width: 60).map(\.endsInHyphen) == [true, false])
    #expect(try lines(paragraph, width: 300).map(\.endsInHyphen) == [false])
  }

  @Test func rightToLeftTextBeginsAtTheRight() throws {
    let style = Texts.style(["Amiri"], language: "ar")
    var paragraph = ParagraphStyle()
    paragraph.textAlign = .start
    let text = "مرحبا بكم في الميناء"
    let line = try #require(
      try lines(Texts.paragraph(text, paragraph, style), width: 300).first)
    let run = try #require(line.runs.first)
    #expect(run.isRightToLeft)
    #expect(run.glyphs.first?.cluster == run.glyphs.map(\.cluster).max())
    #expect(abs(line.indent.points + line.width.points - 300) < 0.01)
  }

  @Test func latinInsideArabicStandsInItsOwnOrder() throws {
    let style = Texts.style(["Amiri"], language: "ar")
    let text = "الميناء quay الليل"
    let line = try #require(
      try lines(Texts.paragraph(text, ParagraphStyle(), style), width: 400).first)
    // From the left: the last Arabic word, the Latin one, the first Arabic word.
    let starts = line.runs.map(\.range.lowerBound)
    #expect(starts == starts.sorted(by: >))
    let latin = try #require(line.runs.first { !$0.isRightToLeft })
    #expect(latin.glyphs.map(\.cluster) == latin.glyphs.map(\.cluster).sorted())
  }

  @Test(arguments: ["Ελληνικά", "Привет", "مرحبا", "日本語の潮", "→ ✓"])
  func lettersThatTheFontLacksComeFromOneThatHasThem(text: String) throws {
    let line = try #require(try lines(Texts.paragraph(text), width: 400).first)
    #expect(line.runs.allSatisfy { run in run.glyphs.allSatisfy { $0.id != 0 } })
  }

  @Test func ideographsAreJustifiedWithoutSpaces() throws {
    let style = Texts.style(["IPAMincho"], language: "ja")
    let text = String(repeating: "夜の港は静かで、船は木の岸壁にそっと触れている。", count: 4)
    let lines = try lines(Texts.paragraph(text, Texts.justified(), style), width: 155)
    for line in lines.dropLast() { #expect(line.width == ScaledPoints(155.0)) }
    let starts = lines.compactMap { $0.string(of: AttributedText(text, style: style)).first }
    #expect(!starts.contains { "、。」".contains($0) })
  }

  @Test func tabsLeadToTheirStopsAndFillTheWayThere() throws {
    var style = ParagraphStyle()
    style.tabStops = [.init(position: 150, alignment: .end, leader: ".")]
    let line = try #require(
      try lines(Texts.paragraph("Tides\t14", style), width: 200).first)
    #expect(abs(line.width.points - 150) < 0.01)
    #expect(line.runs.flatMap(\.glyphs).count > 15)
  }

  @Test func superscriptsAreSmallerAndHigher() throws {
    var small = Texts.style()
    small.verticalAlign = .super
    var text = AttributedText("tide", style: Texts.style())
    text.append("1", style: small)
    let line = try #require(try lines(Paragraph(text, style: ParagraphStyle())).first)
    let run = try #require(line.runs.last)
    #expect(run.font.size < 10)
    #expect(run.glyphs.allSatisfy { $0.y > 0 })
  }

  @Test func theSameTextGivesTheSameLinesTwentyTimesOver() throws {
    let paragraph = Texts.paragraph(text + "الميناء 日本語 hour-glass")
    let first = try lines(paragraph).map(Trace.init)
    for _ in 0..<19 { #expect(try lines(paragraph).map(Trace.init) == first) }
  }

  /// The properties of a line that can be compared across typesetters.
  private struct Trace: Equatable {
    var range: Range<Int>
    var fonts: [String]
    var glyphs: [Glyph]

    init(_ line: Line) {
      range = line.range
      fonts = line.runs.map(\.font.name)
      glyphs = line.runs.flatMap(\.glyphs)
    }
  }
}
