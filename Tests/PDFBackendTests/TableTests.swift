import RectoPageModel
import TestSupport
import Testing

/// Tables of untagged pages: their rows and cells, and layouts that are not tables.
@Suite struct TableTests {
  private func show(_ text: String, x: Int, y: Int, size: Int = 8) -> String {
    "BT /F1 \(size) Tf \(x) \(y) Td (\(text)) Tj ET\n"
  }

  /// Texts in rows, the first of which is at the top, drawn one column after the other.
  private func rows(_ rows: [[String]], at columns: [Int], top: Int = 170, pitch: Int = 12)
    -> String
  {
    columns.indices.map { column in
      rows.enumerated().map { row, cells in
        cells[column].isEmpty
          ? "" : show(cells[column], x: columns[column], y: top - pitch * row)
      }.joined()
    }.joined()
  }

  /// The lines of a grid.
  private func grid(_ columns: [Int], _ rows: [Int]) -> String {
    columns.map { "\($0) \(rows[0]) m \($0) \(rows[rows.count - 1]) l S\n" }.joined()
      + rows.map { "\(columns[0]) \($0) m \(columns[columns.count - 1]) \($0) l S\n" }.joined()
  }

  /// The cells of each row that is a line of the page's text.
  private func table(_ content: String) throws -> [[String]] {
    let text = try text(page(PDFFixture(content)))
    guard text.blocks.contains(where: { $0.role == .tableCell }) else { return [] }
    let cells = PageText(order: .geometry, blocks: text.blocks.filter { $0.role == .tableCell })
    return cells.plain.split(separator: "\n").map { row in
      row.split(separator: "\t").map(String.init)
    }
  }

  private let tides = [
    ["Harbor", "High", "Low"], ["Cork", "4.1", "0.6"], ["Brest", "6.9", "1.4"],
    ["Ostend", "4.6", "0.7"],
  ]

  @Test func amountsBelowOneAnotherAreATable() throws {
    let content = rows(tides, at: [20, 120, 200])
    #expect(try table(content) == tides)
  }

  @Test func aHeadingAndProseAboveATableAreApart() throws {
    let above =
      show("3.1", x: 20, y: 194) + show("Tides of the harbors", x: 60, y: 194)
      + show("the heights of the water at four harbors in the first week of May are", x: 20, y: 182)
    #expect(try table(above + rows(tides, at: [20, 120, 200])) == tides)
  }

  @Test func termsAndTheirTextsBelowATableAreApart() throws {
    let below =
      show("Crane", x: 20, y: 104)
      + show("a machine that lifts the cargo of ships over the quay to the old town", x: 60, y: 104)
      + show("and back.", x: 60, y: 94) + show("Mole", x: 20, y: 84)
      + show("a dam of stone.", x: 60, y: 84)
    let rules = [167, 155, 143, 131, 74].map { "18 \($0) m 280 \($0) l S\n" }.joined()
    let content = rows(tides, at: [20, 120, 260]) + below
    #expect(try table(content) == tides)
    // Where a line is below them too, such as the edge of a box.
    #expect(try table(rules + content) == tides)
  }

  @Test func namesAtTheLeftOfColumnsOfAmountsAreOneEach() throws {
    let content =
      rows(Array(tides[1...]), at: [20, 130, 220], top: 158)
      + rows([["Harbor", "High", "Low"]], at: [20, 80, 150])
    #expect(try table(content) == tides)
  }

  @Test func aCellHasTheBoxOfItsText() throws {
    let blocks = try text(page(PDFFixture(rows(tides, at: [20, 120, 200])))).blocks
    let cell = try #require(blocks.first { $0.lines[0].plain == "6.9" })
    #expect(cell.role == .tableCell)
    #expect(abs(cell.box.x - 120) < 1 && cell.box.width < 20)
  }

  @Test func aLineThatGoesOnInACellIsNoRow() throws {
    let weather = [
      ["Harbor", "High", "Weather"], ["Cork", "4.1", "calm and"], ["Brest", "6.9", "rain"],
      ["Ostend", "4.6", "fog"],
    ]
    let content =
      rows(weather, at: [20, 120, 200], pitch: 20) + show("clear", x: 200, y: 141)
    #expect(try table(content)[1] == ["Cork", "4.1", "calm and clear"])
  }

  @Test func linesBetweenCellsMakeATable() throws {
    // Cells of several lines, of which only the drawn lines tell which belong together.
    let content =
      grid([15, 100, 200, 290], [180, 150, 120, 90])
      + rows(
        [["Berth", "Ships of", "Keeper of the"], ["", "the line", "northern light"]],
        at: [20, 105, 205], top: 170)
      + rows([["Quay", "Two", "Anna Moor"], ["house", "", ""]], at: [20, 105, 205], top: 140)
      + rows([["Pier", "None", "Nobody"]], at: [20, 105, 205], top: 110)
    #expect(
      try table(content) == [
        ["Berth", "Ships of the line", "Keeper of the northern light"],
        ["Quay house", "Two", "Anna Moor"], ["Pier", "None", "Nobody"],
      ])
  }

  @Test func linesAcrossMakeATableOfWords() throws {
    let words = [
      ["Light", "Color", "Keeper"], ["North", "red", "Moor"], ["South", "green", "Quill"],
    ]
    let across = [182, 166, 138].map { "15 \($0) m 280 \($0) l S\n" }.joined()
    #expect(try table(rows(words, at: [20, 120, 220]) + across) == words)
    #expect(try table(rows(words, at: [20, 120, 220])) == [])
  }

  /// The last column is wider than its texts, and the head has no line above it.
  @Test func linesBetweenRowsMakeATableHoweverLongTheyAre() throws {
    let words = [
      ["Word", "Meaning"], ["Apple", "A round fruit of the tree"],
      ["Boat", "A small vessel for the harbor"], ["Cafe", "A place with coffee"],
      ["Dog", "A loyal animal of the quay"],
    ]
    let lines = (0..<5).map { "18 \(166 - 14 * $0) m 290 \(166 - 14 * $0) l S\n" }.joined()
    let content =
      show("Intro words of the page.", x: 18, y: 190)
      + rows(words, at: [20, 70], top: 170, pitch: 14)
    #expect(try table(content + lines) == words)
    #expect(try table(content) == [])
  }

  @Test func aTableInAColumnLeavesTheOtherColumn() throws {
    let prose = (0..<9).map { show("the boats go out at dawn \($0)", x: 165, y: 170 - 12 * $0) }
    let content = rows(tides, at: [20, 70, 110]) + prose.joined()
    let text = try text(page(PDFFixture(content)))
    #expect(try table(content) == tides)
    #expect(text.blocks.last?.role == .paragraph)
    #expect(text.plain.hasPrefix("Harbor\tHigh\tLow\nCork\t4.1\t0.6\n"))
    #expect(text.plain.hasSuffix("dawn 8"))
  }

  @Test func columnsOfProseAreNone() throws {
    let content = (0..<12).map { line in
      show("the first boats go out at dawn", x: 20, y: 180 - 12 * line)
        + show("and 9 come in before the night", x: 160, y: 180 - 12 * line)
    }.joined()
    #expect(try table(content) == [])
  }

  @Test func columnsOfProseBesideNumbersAreNone() throws {
    let content = (0..<12).map { line in
      show("The first boats go out at dawn", x: 15, y: 180 - 12 * line)
        + show("And they come in before night", x: 145, y: 180 - 12 * line)
        + show("\(line * 7 % 5).\(line)", x: 275, y: 180 - 12 * line)
    }.joined()
    #expect(try table(content) == [])
  }

  @Test func contentsAreNone() throws {
    let entries = [["Lights", "3"], ["Tides and winds", "7"], ["Boats", "12"], ["Index", "20"]]
    #expect(try table(rows(entries, at: [20, 200])) == [])
    let sections = [["1", "Lights", "3"], ["1.1", "Tides", "7"], ["2", "Boats", "12"]]
    #expect(try table(rows(sections, at: [20, 50, 200])) == [])
    let leaders = [
      ["Lights . . . . . . . .", "30"], ["Tides . . . . . . .", "7"], ["Boats . . . . .", "12"],
    ]
    #expect(try table(rows(leaders, at: [20, 200])) == [])
  }

  @Test func anIndexAndAListOfNamesAreNone() throws {
    let index = [
      ["anchor, 12", "dawn, 40, 51", "harbor, 3"], ["beacon, 7", "dusk, 5", "helm, 19, 20"],
      ["boats, 31", "fog, 14", "island, 8"], ["chart, 2", "gale, 60", "jetty, 11"],
    ]
    #expect(try table(rows(index, at: [20, 110, 200])) == [])
  }

  @Test func aListWithLabelsIsNone() throws {
    let numbered = [
      ["1.", "Untie the boat"], ["2.", "Row out of the harbor"], ["3.", "Set sail"],
    ]
    #expect(try table(rows(numbered, at: [20, 60])) == [])
    let options = [["-o", "the name of the output"], ["-v", "says more"], ["-q", "says less"]]
    #expect(try table(rows(options, at: [20, 60])) == [])
  }

  @Test func addressesBesideOneAnotherAreNone() throws {
    let addresses = [
      ["Anna Moor", "Theo Quill"], ["3 Quay Road", "12 Pier Street"], ["Cork", "Brest"],
    ]
    #expect(try table(rows(addresses, at: [20, 160])) == [])
  }

  @Test func formulasAreNone() throws {
    let matrix = [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]]
    #expect(try table(rows(matrix, at: [100, 130, 160])) == [])
    let equations = [
      ["sin x", "= 2 cos y", "(1)"], ["tan x", "= 3", "(2)"], ["cos x", "= 4", "(3)"],
    ]
    #expect(try table(rows(equations, at: [60, 100, 250])) == [])
  }

  @Test func aFrameAroundTextIsNone() throws {
    let content =
      grid([10, 290], [190, 20]) + show("the first boats go out at dawn", x: 20, y: 170)
      + show("and come in before the night", x: 20, y: 158)
    #expect(try table(content) == [])
  }

  @Test func cellsOfARightToLeftTableAreReadFromTheRight() throws {
    // The letters alef, bet and gimel by a map of codes.
    let letters = """
      << /Type /Font /Subtype /Type0 /BaseFont /H /Encoding /Identity-H /ToUnicode 202 0 R \
      /DescendantFonts [201 0 R] >>
      """
    let map = """
      /CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def \
      1 begincodespacerange <0000> <FFFF> endcodespacerange \
      1 beginbfrange <0001> <0003> <05D0> endbfrange endcmap end end
      """
    let content = (0..<4).map { row in
      let y = 170 - 12 * row
      return "BT /H 8 Tf 200 \(y) Td <000100020003> Tj ET\n" + show("4\(row).5", x: 40, y: y)
    }.joined()
    let fixture = PDFFixture(
      content, resources: "/Font << /F1 3 0 R /H 200 0 R >>",
      objects: [
        200: letters,
        201: """
        << /Type /Font /Subtype /CIDFontType2 /BaseFont /H /CIDSystemInfo << /Registry (Adobe) \
        /Ordering (Identity) /Supplement 0 >> /W [1 [500 700 600]] /FontDescriptor 203 0 R >>
        """,
        202: PDFFixture.stream("", map),
        203: """
        << /Type /FontDescriptor /FontName /H /Flags 4 /FontBBox [0 -200 500 800] /ItalicAngle 0 \
        /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>
        """,
      ])
    let cells = try text(page(fixture)).blocks.filter { $0.role == .tableCell }
    #expect(cells.map(\.box.center.x).prefix(2).map { $0 > 150 } == [true, false])
  }

  @Test func aTableOfATurnedPageIsFoundAsItIsShown() throws {
    let content =
      grid([15, 100, 190], [180, 160, 140])
      + rows([["Light", "Keeper"], ["North", "Moor"]], at: [20, 105], top: 168, pitch: 20)
    let turned = PDFFixture(
      pages: [.init(content: "q 0 1 -1 0 250 0 cm \(content) Q", entries: "/Rotate 90")])
    let text = try text(page(turned))
    #expect(text.blocks.map(\.role) == Array(repeating: .tableCell, count: 4))
    #expect(text.words.map(\.text) == ["Light", "Keeper", "North", "Moor"])
  }
}
