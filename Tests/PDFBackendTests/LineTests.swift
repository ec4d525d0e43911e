import RectoPageModel
import TestSupport
import Testing

/// Lines that a reader sees as one, wherever their parts are drawn.
@Suite struct LineTests {
  private func lines(_ content: String) throws -> [String] {
    try text(page(PDFFixture(content))).blocks.flatMap(\.lines).map(\.plain)
  }

  private func shown(_ text: String, x: Int, y: Int, size: Int = 10) -> String {
    "BT /F1 \(size) Tf \(x) \(y) Td (\(text)) Tj ET\n"
  }

  @Test func thePageNumbersOfATableOfContentsEndTheirEntries() throws {
    let entries = [
      ("2.1 People", "3"), ("2.2 How to contribute", "14"), ("2.3 Dynamics of it", "24"),
      ("2.4 Reminders", "24"), ("2.5 Documentation", "29"),
    ]
    let content = entries.enumerated().map { row, entry in
      shown(entry.0, x: 20, y: 170 - 12 * row) + shown(entry.1, x: 250, y: 170 - 12 * row)
    }.joined()
    #expect(try lines(content) == entries.map { "\($0) \($1)" })
  }

  @Test(arguments: [" ", ""])
  func aLeaderGoesOnWithItsEntryHoweverWideTheGapIs(space: String) throws {
    let dots = [20, 22, 12].map { [String](repeating: ".", count: $0).joined(separator: space) }
    let entries = ["1.1 Tides", "1.2 Where the quay is", "1.3 The harbor"]
    let content = entries.enumerated().map { row, entry in
      shown(entry, x: 30, y: 150 - 14 * row)
        + shown(dots[row], x: 262 - dots[row].count * 278 / 100, y: 150 - 14 * row)
        + shown("\(row + 10)", x: 280, y: 150 - 14 * row)
    }.joined()
    let heading = shown("1 The town", x: 20, y: 164) + shown("9", x: 285, y: 164)
    #expect(
      try lines(heading + content) == ["1 The town 9"]
        + zip(entries, dots).enumerated().map { "\($1.0) \($1.1) \($0 + 10)" })
  }

  @Test func anEllipsisIsNoLeader() throws {
    let rows = (0..<6).map { row in
      shown("and he said . . .", x: 20, y: 150 - 12 * row)
        + shown(row % 2 == 0 ? ". . . and left" : "of the sea", x: 160, y: 150 - 12 * row)
    }.joined()
    let lines = try lines(rows)
    #expect(lines.filter { $0 == "and he said . . ." }.count == 6)
    #expect(lines.filter { $0 == ". . . and left" }.count == 3)
  }

  @Test func theNumberOfAnEntryBeginsItsLine() throws {
    let content = ["Introduction", "Conventions", "Examples"].enumerated().map { row, title in
      shown("\(row + 1).1", x: 20, y: 170 - 30 * row) + shown(title, x: 60, y: 170 - 30 * row)
    }.joined()
    #expect(try lines(content) == ["1.1 Introduction", "2.1 Conventions", "3.1 Examples"])
  }

  @Test func textAtTheRightMarginEndsItsLineBeforeTheParagraphBelow() throws {
    let content =
      shown("void init \\(struct state *ctx\\)", x: 20, y: 170)
      + shown("[Function]", x: 230, y: 170)
      + shown("Initializes the state, which has to be done before all", x: 40, y: 156)
      + shown("other calls of the library, and once only for each of it.", x: 40, y: 144)
    let lines = try lines(content)
    #expect(
      lines == [
        "void init (struct state *ctx) [Function]",
        "Initializes the state, which has to be done before all",
        "other calls of the library, and once only for each of it.",
      ])
  }

  @Test func headingsOfTwoColumnsAreNotOneLine() throws {
    let rows = (0..<6).map { row in
      shown("first column of it \(row)", x: 20, y: 150 - 12 * row)
        + shown("second column now \(row)", x: 160, y: 150 - 12 * row)
    }.joined()
    let content = shown("Harbors", x: 20, y: 166) + shown("Boats", x: 160, y: 166) + rows
    let lines = try lines(content)
    #expect(lines.contains("Harbors") && lines.contains("Boats"))
  }

  @Test(arguments: [("-3", "index"), ("5", "exponent")])
  func aScriptStaysAtItsLetter(rise: String, name: String) throws {
    let content = """
      BT /F1 12 Tf 20 150 Td (Let U) Tj /F1 7 Tf \(rise) Ts (1) Tj /F1 12 Tf 0 Ts (, U) Tj
      /F1 7 Tf \(rise) Ts (2) Tj /F1 12 Tf 0 Ts ( be open) Tj ET
      BT /F1 12 Tf 20 120 Td (X) Tj /F1 7 Tf 6 Ts (C) Tj /F1 12 Tf 0 Ts ( is closed) Tj ET
      """
    #expect(try lines(content) == ["Let U1, U2 be open", "XC is closed"])
  }

  @Test func aScriptThatIsDrawnLaterStaysAtItsLetter() throws {
    let content =
      shown("Let U", x: 20, y: 150, size: 12) + shown("be open sets of it", x: 60, y: 150, size: 12)
      + shown("and closed ones too", x: 20, y: 136, size: 12) + shown("1", x: 49, y: 147, size: 7)
    #expect(try lines(content) == ["Let U1 be open sets of it", "and closed ones too"])
  }

  @Test func aBulletOffTheBaselineBeginsItsLine() throws {
    // Smaller, and above the baseline, as many makers set them; drawn after all lines.
    let lines = ["The lamps of the harbor", "are lit at four", "The oars are wet"]
    let content =
      lines.enumerated().map { number, text in
        "BT /F1 10 Tf 40 \(150 - 12 * number) Td (\(text)) Tj ET\n"
      }.joined()
      + [152, 128].map { "BT /F1 7 Tf 28 \($0) Td (\\267) Tj ET\n" }.joined()
    let found = try text(page(PDFFixture(content))).blocks.flatMap(\.lines).map(\.plain)
    #expect(found == ["• The lamps of the harbor", "are lit at four", "• The oars are wet"])
  }

  @Test func aNoteBeginsWithItsMark() throws {
    let content = """
      BT /F1 7 Tf 4 Ts 20 60 Td (1) Tj /F1 10 Tf 0 Ts (You do not need to know) Tj ET
      BT /F1 10 Tf 20 48 Td (more about it than this.) Tj ET
      """
    #expect(try lines(content) == ["1 You do not need to know", "more about it than this."])
  }
}
