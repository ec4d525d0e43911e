import RectoPageModel
import Testing

@testable import RectoPipeline

/// Rows of tables, made of cells.
@Suite struct ArticleTableTests: ArticleSuite {
  private func cell(_ lines: String..., x: Double, y: Double) -> TextBlock {
    TextBlock(
      role: .tableCell,
      lines: lines.enumerated().flatMap { number, text in
        block(text, y: y + 12 * Double(number), x: x).lines
      })!
  }

  /// A paragraph of a cell that the source states.
  private func cell(
    _ text: String, _ table: Int, _ row: Int, _ index: Int, x: Double, y: Double
  ) -> TextBlock {
    var block = cell(text, x: x, y: y)
    block.cell = TableCell(table: table, row: row, index: index)
    return block
  }

  private func markdown(_ blocks: [TextBlock]) -> String {
    MappedMarkdown(articles([blocks])).text
  }

  @Test func aCellBesideTwoRowsIsInTheFirst() {
    let text = markdown([
      cell("Harbor", x: 40, y: 100), cell("Tide", x: 140, y: 100), cell("Hour", x: 240, y: 100),
      cell("The quay", "of Cork", "and Cobh", x: 40, y: 120), cell("high", x: 140, y: 120),
      cell("4", x: 240, y: 120), cell("low", x: 140, y: 144), cell("10", x: 240, y: 144),
    ])
    #expect(
      text == """
        | Harbor | Tide | Hour |
        | --- | --- | --- |
        | The quay of Cork and Cobh | high | 4 |
        |  | low | 10 |

        """, "\(text)")
  }

  @Test func aRowBesideItsColumnsStaysInTheTable() {
    let text = markdown([
      cell("Total", x: 170, y: 100), cell("9", x: 210, y: 100), cell("Cork", x: 40, y: 120),
      cell("4", x: 100, y: 120), cell("5", x: 160, y: 120), cell("Brest", x: 40, y: 140),
      cell("6", x: 100, y: 140), cell("7", x: 160, y: 140),
    ])
    #expect(
      text == """
        |  | Total | 9 |
        | --- | --- | --- |
        | Cork | 4 | 5 |
        | Brest | 6 | 7 |

        """, "\(text)")
  }

  @Test func numbersAtTheHeadOfAPageStayInTheirTable() {
    let text = markdown([
      cell("Cork", x: 40, y: 20), cell("4", x: 140, y: 20), cell("Brest", x: 40, y: 40),
      cell("6", x: 140, y: 40),
    ])
    #expect(text == "| Cork | 4 |\n| --- | --- |\n| Brest | 6 |\n", "\(text)")
  }

  @Test func anotherTableOnTheNextPageIsApart() {
    let text = MappedMarkdown(
      articles([
        [
          cell("Cork", x: 40, y: 500), cell("4", x: 100, y: 500), cell("Brest", x: 40, y: 520),
          cell("6", x: 100, y: 520),
        ],
        [
          cell("Oars", x: 240, y: 40), cell("2", x: 340, y: 40), cell("Sails", x: 240, y: 60),
          cell("1", x: 340, y: 60),
        ],
      ])
    ).text
    #expect(
      text.split(separator: "| --- | --- |", omittingEmptySubsequences: false).count == 3, "\(text)"
    )
  }

  /// As where a table ends with a whole number.
  @Test func aNumberInTheLastCellIsNotThatOfTheNextSection() {
    let text = markdown([
      cell("Item", x: 40, y: 100), cell("Count", x: 140, y: 100), cell("Pears", x: 40, y: 120),
      cell("3", x: 140, y: 120), block("Conclusion", y: 140, size: 12, role: .heading2),
      block(body, y: 160),
    ])
    #expect(
      text == """
        | Item | Count |
        | --- | --- |
        | Pears | 3 |

        ## Conclusion

        \(body)

        """, "\(text)")
  }

  @Test func paragraphsOfAStatedCellStayTogether() {
    let blocks = [
      cell("Name", 0, 0, 0, x: 40, y: 100), cell("Text", 0, 0, 1, x: 140, y: 100),
      cell("Alpha", 0, 1, 0, x: 40, y: 120), cell("One.", 0, 1, 1, x: 140, y: 120),
      cell("Two.", 0, 1, 1, x: 140, y: 140), cell("Beta", 0, 2, 0, x: 40, y: 160),
      cell("Three.", 0, 2, 1, x: 140, y: 160),
    ]
    let text = markdown(blocks)
    #expect(
      text == """
        | Name | Text |
        | --- | --- |
        | Alpha | One. Two. |
        | Beta | Three. |

        """, "\(text)")
    #expect(
      PageText(order: .layout, blocks: blocks).plain
        == "Name\tText\nAlpha\tOne. Two.\nBeta\tThree.")
  }

  @Test func statedTablesAreApart() {
    let blocks = [
      cell("A", 0, 0, 0, x: 40, y: 100), cell("B", 0, 0, 1, x: 140, y: 100),
      cell("1", 0, 1, 0, x: 40, y: 120), cell("2", 0, 1, 1, x: 140, y: 120),
      cell("C", 1, 0, 0, x: 40, y: 150), cell("D", 1, 0, 1, x: 140, y: 150),
      cell("3", 1, 1, 0, x: 40, y: 170), cell("4", 1, 1, 1, x: 140, y: 170),
    ]
    let text = markdown(blocks)
    #expect(
      text == """
        | A | B |
        | --- | --- |
        | 1 | 2 |

        | C | D |
        | --- | --- |
        | 3 | 4 |

        """, "\(text)")
    #expect(PageText(order: .layout, blocks: blocks).plain == "A\tB\n1\t2\n\nC\tD\n3\t4")
  }

  /// A note stands at the foot of the first page, and the head again on the second.
  @Test func aStatedTableGoesOnBehindANote() {
    var head = cell("A", 0, 0, 0, x: 40, y: 100)
    head.role = .artifact
    let pages = [
      [
        cell("A", 0, 0, 0, x: 40, y: 100), cell("B", 0, 0, 1, x: 140, y: 100),
        cell("1", 0, 1, 0, x: 40, y: 120), cell("2", 0, 1, 1, x: 140, y: 120),
        block("A note.", y: 500, size: 8, role: .note),
      ],
      [
        head, cell("3", 0, 2, 0, x: 40, y: 120), cell("4", 0, 2, 1, x: 140, y: 120),
        block(body, y: 160),
      ],
    ]
    let text = MappedMarkdown(articles(pages, order: .layout)).text
    #expect(
      text == """
        | A | B |
        | --- | --- |
        | 1 | 2 |
        | 3 | 4 |

        A note.

        \(body)

        """, "\(text)")
  }

  @Test func aRowHasTheBoxOfAllItsCells() throws {
    let rows = try #require(
      articles([
        [
          cell("Cork", x: 40, y: 100), cell("4.1", x: 140, y: 100), cell("Brest", x: 40, y: 120),
          cell("6.9", x: 140, y: 120),
        ]
      ]).first
    ).blocks
    #expect(rows.map { $0.row?.cells.count } == [2, 2])
    #expect(rows[1].row?.cells.map(\.box.minX) == [40, 140])
    #expect(rows.allSatisfy { $0.box.minX == 40 && $0.box.maxX > 150 })
  }

  @Test func aParagraphContinuesAfterATable() {
    let text = markdown([
      block("The lamps of the harbor are lit by", "the keeper of the northern light who", y: 400),
      cell("Cork", x: 240, y: 40), cell("4.1", x: 300, y: 40), cell("Brest", x: 240, y: 60),
      cell("6.9", x: 300, y: 60),
      block("lives on the island, and put out.", y: 90, x: 240),
    ])
    #expect(text.contains("northern light who lives on the island, and put out."), "\(text)")
  }

  @Test func plainTextHasALineForEachRow() {
    let text = PageText(
      order: .geometry,
      blocks: [
        block("Tides", y: 60), cell("Cork", "and Cobh", x: 40, y: 100), cell("4.1", x: 140, y: 106),
        cell("Brest", x: 40, y: 130), cell("6.9", x: 140, y: 130), block("In meters", y: 160),
      ])
    #expect(text.plain == "Tides\n\nCork and Cobh\t4.1\nBrest\t6.9\n\nIn meters")
  }
}
