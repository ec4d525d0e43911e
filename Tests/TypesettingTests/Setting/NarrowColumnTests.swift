import RectoPageModel
import Testing

@testable import RectoTypesetting

/// Columns take text however narrow they are.
@Suite struct NarrowColumnTests {
  private func set(
    _ text: String, _ style: ParagraphStyle, pages: Int = 100, _ frame: TextFrame
  ) throws -> [LaidOutFrame.PlacedLine] {
    let story = Story(items: [.paragraph(Texts.paragraph(text, style))])
    let flow = StoryFlow(story, typesetter: try Texts.typesetter()) { $0 < pages ? frame : nil }
    var lines: [LaidOutFrame.PlacedLine] = []
    for number in 0..<pages { lines += try flow.content(ofFrame: number)?.lines ?? [] }
    #expect(try flow.oversetWords() == 0)
    return lines
  }

  private func string(_ lines: [LaidOutFrame.PlacedLine]) -> String {
    lines.map { $0.line.string(of: $0.paragraph.text) }.joined().filter { $0 != " " }
  }

  @Test(arguments: [(columns: 3, gap: 10.0), (5, 7.3), (6, 0.1), (7, 3.0)])
  func columnsWhoseWidthIsNoWholeNumberTakeText(columns: Int, gap: Double) throws {
    var frame = TextFrame(Rect(x: 40, y: 40, width: 340, height: 500))
    frame.columns = columns
    frame.columnGap = gap
    var style = Texts.justified()
    style.textAlign = .justify
    #expect(try string(set("The sea comes and goes.", style, frame)) == "Theseacomesandgoes.")
  }

  @Test func gapsThatLeaveNoRoomMakeFewerColumns() throws {
    var frame = TextFrame(Rect(x: 40, y: 40, width: 60, height: 100))
    frame.columns = 4
    frame.columnGap = 30
    #expect(try string(set("The sea.", Texts.justified(), frame)) == "Thesea.")
  }

  @Test(arguments: ["responsibilities", "λιμενοβραχίονας", "المسؤوليات", "судоходство"])
  func aWordThatIsTooWideIsCutAndStaysInItsColumn(word: String) throws {
    let frame = TextFrame(Rect(x: 40, y: 40, width: 18, height: 300))
    var style = ParagraphStyle()
    style.hyphens = .manual
    let lines = try set(word, style, frame)
    #expect(lines.count > 1)
    #expect(string(lines) == word)
    for line in lines { #expect(line.line.excess.points < 0.5, "\(line.line.excess)") }
  }

  @Test(arguments: [
    "read https://publisher.example/tides/and/ebbs/of/the/north now", "responsibilities are wide",
    "숫자를 적는다", "the sea comes - and goes",
  ])
  func aLineThatEndsInsideAWordIsReadOnWithoutASpace(text: String) throws {
    let frame = TextFrame(Rect(x: 40, y: 40, width: 40, height: 300))
    var style = ParagraphStyle()
    style.hyphens = .manual
    let flow = StoryFlow(
      Story(items: [.paragraph(Texts.paragraph(text, style))]), typesetter: try Texts.typesetter()
    ) { $0 < 1 ? frame : nil }
    let lines = PageText([try #require(try flow.content(ofFrame: 0))]).blocks[0].lines
    #expect(lines.count > 1)
    let joined = zip(lines, lines.dropFirst()).reduce(lines[0].plain) { read, pair in
      read + (pair.0.join(pair.1) == .space ? " " : "") + pair.1.plain
    }
    #expect(joined == text)
  }

  @Test func hyphensArePreferredToCuts() throws {
    let frame = TextFrame(Rect(x: 40, y: 40, width: 45, height: 300))
    var style = ParagraphStyle()
    style.hyphens = .auto
    let lines = try set("responsibilities", style, frame)
    #expect(lines.dropLast().filter { !$0.line.endsInHyphen }.isEmpty)
    #expect(string(lines) == "responsibilities")
  }

  @Test func aColumnBesideAnExclusionTakesNarrowRowsWhereItHasNoOthers() throws {
    var frame = TextFrame(Rect(x: 0, y: 0, width: 100, height: 200))
    let area = Rect(x: 40, y: -10, width: 100, height: 300)
    frame.exclusions = [TextExclusion(.rectangle(area), margin: 0, side: .both)]
    let lines = try set("The sea comes.", Texts.justified(), frame)
    #expect(string(lines) == "Theseacomes.")
  }
}
