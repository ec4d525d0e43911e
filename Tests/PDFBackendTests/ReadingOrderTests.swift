import RectoPageModel
import TestSupport
import Testing

@Suite struct ReadingOrderTests {
  private func lines(_ count: Int, x: Int, _ name: String) -> String {
    (0..<count).map { line in
      "BT /F1 10 Tf \(x) \(170 - 12 * line) Td (\(name) row \(line)) Tj ET\n"
    }.joined()
  }

  @Test func columnsAreReadOneAfterTheOther() throws {
    // Written line by line across both columns, as some makers do.
    let content = (0..<8).map { line in
      let y = 170 - 12 * line
      return "BT /F1 10 Tf 20 \(y) Td (first column \(line)) Tj ET\n"
        + "BT /F1 10 Tf 160 \(y) Td (second column \(line)) Tj ET\n"
    }.joined()
    let text = try text(page(PDFFixture(content)))
    #expect(text.order == .geometry)
    let columns = text.words.map(\.text).filter { $0 == "first" || $0 == "second" }
    #expect(columns == Array(repeating: "first", count: 8) + Array(repeating: "second", count: 8))
  }

  @Test func aBoxBesideAColumnIsNotReadIntoItsLines() throws {
    let column = [
      "On the quay the boats lie,", "and there is a smell of tar", "and of diesel; a radio plays",
      "a song that was old when", "the crane was new, and so", "was the lamp in the tower.",
    ]
    // Poppler takes each line of the box for a block; two are as high as lines of the column.
    let box = [
      "In brief", "Built: 1782", "Height: 41 m", "Range: 18 m", "Lamp: oil", "By: Moor", "Red",
    ]
    let content =
      column.enumerated().map { "BT /F1 7 Tf 20 \(170 - 12 * $0) Td (\($1)) Tj ET\n" }.joined()
      + box.enumerated().map { "BT /F1 6 Tf 200 \(170 - 10 * $0) Td (\($1)) Tj ET\n" }.joined()
    let lines = try text(page(PDFFixture(content))).blocks.flatMap { $0.lines.map(\.plain) }
    #expect(lines == column + box)
  }

  /// Poppler makes one block of columns that are not level where a line reaches into the gutter.
  @Test(arguments: [false, true])
  func columnsThatAreNotLevelAreReadOneAfterTheOther(hasWideSpace: Bool) throws {
    let left = [
      "Taori, Dave, Shankar, Carlini, Recht", "and Schmidt on robustness to the",
      "shifts of images. In Larochelle and", "Ranzato, Hadsell, Balcan, and many",
      "editors of Advances of the field of", "Systems, pages of the volume that is",
      "near the quay: proceedings.of.a.long", "address/which/reaches/into/it/Papers.cut",
      "pdf and what is behind the address",
    ]
    let right = [
      "Watanabe, Mandel, Barker, Vincent", "Chang, Hayashi, Manohar, Povey and",
      "Raj on the challenge of speakers", "recognition for recordings that no",
      "one has cut into parts, 2020", "Xu, Baevski, Likhomanenko, Synnaeve",
      "and Auli: pictures of the training", "are complementary for the speech",
    ]
    func show(_ text: String, x: Int, y: Int) -> String {
      var shown = "(\(text)) Tj"
      if text.hasPrefix("Raj"), hasWideSpace {
        shown = "[(Raj) -1700 (on the challenge of speakers)] TJ"
      }
      return "BT /F1 7.5 Tf \(x) \(y) Td \(shown) ET\n"
    }
    let content =
      left.enumerated().map { show($1, x: 20, y: 180 - 9 * $0) }.joined()
      + right.enumerated().map { show($1, x: 158, y: ($0 < 5 ? 183 : 162) - 9 * $0) }.joined()
    let lines = try text(page(PDFFixture(content))).blocks.flatMap { $0.lines.map(\.plain) }
    #expect(lines == left + right)
  }

  @Test func labelsBesideFullLinesBelongToTheirEntries() throws {
    let words = ["the", "quays", "of", "a", "harbor", "and", "its", "mole"]
    // As wide as one another.
    let lines = (0..<12).map { line in
      (0..<8).map { words[($0 + line) % 8] }.joined(separator: " ")
    }
    let entries = [
      "Boykov and Moor, an experiment", "Carberry and Elzer: graphics as",
      "Choudhury, the figures of many", "Clark, looking beyond text",
    ]
    let tops = [180.0, 152.5, 130.5, 103]
    func show(_ text: String, x: Int, y: Double, size: Int) -> String {
      "BT /F1 \(size) Tf \(x) \(y) Td (\(text)) Tj ET\n"
    }
    let content =
      lines.enumerated().map { show($1, x: 20, y: Double(180 - 11 * $0), size: 8) }.joined()
      + zip(entries, tops).enumerated().map { number, entry in
        show("[\(number + 1)]", x: 160, y: entry.1, size: 7)
          + show(entry.0, x: 178, y: entry.1, size: 7)
          + show("on the quays of \(2004 + number)", x: 178, y: entry.1 - 8.5, size: 7)
      }.joined()
    let read = try text(page(PDFFixture(content))).blocks.flatMap { $0.lines.map(\.plain) }
    #expect(
      read == lines
        + entries.enumerated().flatMap { ["[\($0 + 1)] \($1)", "on the quays of \(2004 + $0)"] })
  }

  /// Columns of letters, drawn from the left, below a headline and above a page number.
  @Test func tiersOfVerticalColumnsAreReadFromTheRight() throws {
    let columns = [
      ("わたくし", 260, 165), ("ひとつの", 230, 165), ("風景やみ", 200, 165),
      ("けれども", 260, 65), ("正しくう", 230, 65), ("巨大に明", 200, 65),
    ]
    let letters = Set(columns.map(\.0).joined()).sorted()
    let vertical = columns.reversed().flatMap { column, x, y in
      column.enumerated().map { row, letter in
        let code = UnicodeScalar(UInt8(0x61 + (letters.firstIndex(of: letter) ?? 0)))
        return "BT /F2 10 Tf \(x) \(y - 14 * row) Td (\(code)) Tj ET"
      }
    }
    let others = ["BT /F1 8 Tf 270 10 Td (12) Tj ET", "BT /F1 10 Tf 20 190 Td (Poems) Tj ET"]
    let fixture = PDFFixture(
      (vertical + others).joined(separator: "\n"), objects: squares(letters.map(String.init)))
    let read = try text(page(fixture)).blocks.flatMap { $0.lines.map(\.plain) }
    #expect(read == ["Poems"] + columns.map(\.0) + ["12"])
  }

  /// Two paragraphs and a heading, drawn from the bottom up.
  private let tagged = PDFFixture(
    """
    /P << /MCID 0 >> BDC BT /F1 10 Tf 20 40 Td (last) Tj ET EMC
    /P << /MCID 1 >> BDC BT /F1 10 Tf 20 90 Td (middle) Tj ET EMC
    /H1 << /MCID 2 >> BDC BT /F1 20 Tf 20 150 Td (Heading) Tj ET EMC
    /Artifact BMC BT /F1 8 Tf 20 180 Td (folio) Tj ET EMC
    """, entries: "/StructParents 0",
    catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 100 0 R",
    objects: [
      100: "<< /Type /StructTreeRoot /K 101 0 R >>",
      101: "<< /Type /StructElem /S /Document /P 100 0 R /K [102 0 R 103 0 R 104 0 R] >>",
      102: "<< /Type /StructElem /S /P /P 101 0 R /Pg 10 0 R /K 0 /Lang (nl) >>",
      103: "<< /Type /StructElem /S /H1 /P 101 0 R /Pg 10 0 R /K 2 >>",
      104: "<< /Type /StructElem /S /P /P 101 0 R /Pg 10 0 R /K 1 >>",
    ])

  @Test func aTaggedPageIsReadInTheOrderOfItsTags() throws {
    let text = try text(page(tagged))
    #expect(text.order == .structureTree)
    #expect(text.blocks.map(\.role) == [.paragraph, .heading1, .paragraph, .artifact])
    #expect(text.words.map(\.text) == ["last", "Heading", "middle", "folio"])
    #expect(text.words.map(\.language) == ["nl", nil, nil, nil])
  }

  @Test func tagsThatLeaveMostOfThePageOutAreNotBelieved() throws {
    var fixture = tagged
    fixture.objects[101] = "<< /Type /StructElem /S /Document /P 100 0 R /K [103 0 R] >>"
    let text = try text(page(fixture))
    #expect(text.order == .geometry)
    #expect(text.words.map(\.text) == ["folio", "Heading", "middle", "last"])
  }

  @Test func aNoteInASentenceOfTheTagsIsReadAfterTheText() throws {
    // The note's mark has no gap to the letters after it: one word of the engine, two contents.
    let fixture = PDFFixture(
      """
      /P << /MCID 0 >> BDC BT /F1 10 Tf 20 150 Td (It began) Tj ET EMC
      /Lbl << /MCID 1 >> BDC BT /F1 10 Tf 20 40 Td (7Page) Tj ET EMC
      /Note << /MCID 2 >> BDC BT /F1 10 Tf 49 40 Td ( four) Tj ET EMC
      /P << /MCID 3 >> BDC BT /F1 10 Tf 20 138 Td (and ended) Tj ET EMC
      /P << /MCID 4 >> BDC BT /F1 10 Tf 20 110 Td (More) Tj ET EMC
      """, entries: "/StructParents 0",
      catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 100 0 R",
      objects: [
        100: "<< /Type /StructTreeRoot /K 101 0 R >>",
        101: "<< /Type /StructElem /S /Document /P 100 0 R /K [102 0 R 105 0 R] >>",
        102: "<< /Type /StructElem /S /P /P 101 0 R /Pg 10 0 R /K [0 103 0 R 3] >>",
        103: "<< /Type /StructElem /S /Note /P 102 0 R /Pg 10 0 R /K [104 0 R 2] >>",
        104: "<< /Type /StructElem /S /Lbl /P 103 0 R /Pg 10 0 R /K 1 >>",
        105: "<< /Type /StructElem /S /P /P 101 0 R /Pg 10 0 R /K 4 >>",
      ])
    let text = try text(page(fixture))
    #expect(text.blocks.map(\.role) == [.paragraph, .paragraph, .note])
    #expect(
      text.blocks.map { $0.lines.map(\.plain) } == [
        ["It began", "and ended"], ["More"], ["7Page four"],
      ])
  }

  @Test func aWordOfTwoContentsIsTwo() throws {
    let fixture = PDFFixture(
      """
      BT /F1 10 Tf 20 150 Td /H1 << /MCID 0 >> BDC (One) Tj EMC /P << /MCID 1 >> BDC (Two) Tj EMC ET
      """, entries: "/StructParents 0",
      catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 100 0 R",
      objects: [
        100: "<< /Type /StructTreeRoot /K 101 0 R >>",
        101: "<< /Type /StructElem /S /Document /P 100 0 R /K [102 0 R 103 0 R] >>",
        102: "<< /Type /StructElem /S /P /P 101 0 R /Pg 10 0 R /K 1 >>",
        103: "<< /Type /StructElem /S /H1 /P 101 0 R /Pg 10 0 R /K 0 >>",
      ])
    #expect(try words(page(fixture)).map(\.text) == ["Two", "One"])
  }

  @Test func anItemBeginsWithItsLabel() throws {
    var fixture = tagged
    fixture.objects[101] =
      "<< /Type /StructElem /S /Document /P 100 0 R /K [105 0 R 104 0 R] >>"
    fixture.objects[105] = "<< /Type /StructElem /S /LI /P 101 0 R /K [102 0 R 103 0 R] >>"
    fixture.objects[102] = "<< /Type /StructElem /S /Lbl /P 105 0 R /Pg 10 0 R /K 2 >>"
    fixture.objects[103] = "<< /Type /StructElem /S /LBody /P 105 0 R /Pg 10 0 R /K 1 >>"
    fixture.objects[104] = "<< /Type /StructElem /S /P /P 101 0 R /Pg 10 0 R /K 0 >>"
    let text = try text(page(fixture))
    #expect(text.blocks.map { $0.lines.count } == [2, 1, 1])
    #expect(text.words.map(\.text) == ["Heading", "middle", "last", "folio"])
  }

  @Test func theEndOfAColumnIsReadBeforeTheNextColumn() throws {
    // A short paragraph at the foot of the first column, after a gap, goes on in the second.
    let content =
      lines(4, x: 20, "left") + lines(9, x: 160, "right")
      + "BT /F1 10 Tf 20 100 Td (foot row one) Tj ET BT /F1 10 Tf 20 88 Td (foot row two) Tj ET"
    let columns = try words(page(PDFFixture(content))).map(\.text).filter { $0.count > 3 }
    #expect(
      columns == Array(repeating: "left", count: 4) + ["foot", "foot"]
        + Array(repeating: "right", count: 9))
  }

  @Test func aLineThatReachesIntoTheGutterDoesNotMixTheColumns() throws {
    // Poppler takes columns for one when a single line leaves less than a word's width between them.
    let left = [
      "left of all", "words that a", "page may have", "some go over", "the end of a", "narrow line",
    ]
    let right = [
      "others stand", "beside words", "that they do", "not go on to", "in this text", "to its end",
    ]
    func column(_ lines: [String], x: Int) -> String {
      lines.enumerated().map { row, line in
        "BT /F2 10 Tf \(x) \(170 - 12 * row) Td (\(line)) Tj ET\n"
      }.joined()
    }
    let fixture = PDFFixture(
      column(left, x: 20) + column(right, x: 102),
      objects: [5: "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>"])
    let text = try text(page(fixture))
    #expect(text.blocks.flatMap { $0.lines.map(\.plain) } == left + right)
  }

  /// Columns of lines of Hebrew or Arabic, given in the order of reading, that begin at these places.
  private func columnsFromTheRight(_ columns: [(start: Int, lines: [String])]) -> PDFFixture {
    let letters = Set(columns.flatMap(\.lines).joined()).sorted()
    let content = columns.flatMap { start, lines in
      lines.enumerated().map { row, line in
        let codes = line.reversed().compactMap { letters.firstIndex(of: $0) }.map {
          String(UnicodeScalar(UInt8(0x61 + $0)))
        }
        let left = start - 10 * line.count
        return "BT /F2 10 Tf \(left) \(170 - 12 * row) Td (\(codes.joined())) Tj ET\n"
      }
    }.joined()
    return PDFFixture(content, objects: squares(letters.map(String.init)))
  }

  private static let hebrew = (
    right: ["ספינות באות", "אל הנמל עם ערב", "והמים", "שקטים מאד", "ואין רוח", "בכל החוף הזה"],
    left: ["אור גדול", "עולה מן המגדל", "וכל אדם", "רואה אותו", "מרחוק גם", "בלילה חשוך"]
  )
  private static let arabic = (
    right: ["سفن تصل هنا", "عند مرسى قديم", "وبحر", "ساكن جدا", "بدون ريح", "في كل شط بعيد"],
    left: ["نور كبير", "يشرق من برج", "وكل شخص", "ينظر نحوه", "من بعيد", "في ليل طويل"]
  )

  @Test(arguments: [Self.hebrew, Self.arabic])
  func aLineThatReachesIntoTheGutterDoesNotMixColumnsReadFromTheRight(
    right: [String], left: [String]
  ) throws {
    // The longest line on the right leaves less than a letter's width. Only beginnings are flush.
    let reach = 10 * (right.map(\.count).max() ?? 0) + 6
    let fixture = columnsFromTheRight([(280, right), (280 - reach, left)])
    let text = try text(page(fixture))
    #expect(text.blocks.flatMap { $0.lines.map(\.plain) } == right + left)
  }

  /// A head over the gutter before the last of three columns, and a foot below that before the second.
  @Test(arguments: [true, false]) func aHeadOrFootThatClosesAGutterIsReadApartFromTheColumns(
    isHead: Bool
  ) throws {
    let names = ["one", "two", "three"]
    let columns = names.enumerated().map { index, name in lines(8, x: 20 + 90 * index, name) }
    let place = isHead ? "130 190" : "40 20"
    let content = columns.joined() + "BT /F1 10 Tf \(place) Td (The Harbor Times) Tj ET\n"
    let read = try text(page(PDFFixture(content))).words.map(\.text)
      .filter { names.contains($0) || $0 == "Harbor" }
    let text = names.flatMap { Array(repeating: $0, count: 8) }
    #expect(read == (isHead ? ["Harbor"] + text : text + ["Harbor"]))
  }

  /// Titles of the columns are nearer to their text.
  @Test(arguments: [(200, true), (184, false)])
  func namesOverTwoColumnsAreReadBeforeThem(y: Int, isApart: Bool) throws {
    let columns = ["one", "two"].enumerated().map { index, name in
      (0..<8).map { line in
        "BT /F1 10 Tf \(20 + 140 * index) \(170 - 12 * line) Td (\(name) row of the text) Tj ET\n"
      }.joined() + "BT /F1 10 Tf \(40 + 140 * index) \(y) Td (Name\(index)) Tj ET\n"
    }
    let read = try text(page(PDFFixture(columns.joined(), entries: "/MediaBox [0 0 300 220]")))
      .words.map(\.text).filter { $0.hasPrefix("Name") || $0 == "one" }
    #expect(read.prefix(2) == (isApart ? ["Name0", "Name1"] : ["Name0", "one"]))
  }

  @Test func aShortTitleStandsOverTheColumnsBelowIt() throws {
    let content =
      "BT /F1 18 Tf 20 180 Td (First) Tj ET " + lines(3, x: 20, "left") + lines(3, x: 160, "right")
      + "BT /F1 18 Tf 20 110 Td (Second) Tj ET BT /F1 10 Tf 20 90 Td (more left) Tj ET "
      + "BT /F1 10 Tf 160 90 Td (more right) Tj ET"
    let read = try words(page(PDFFixture(content))).map(\.text).filter {
      $0.count > 3 && $0 != "more"
    }
    #expect(
      read == [
        "First", "left", "left", "left", "right", "right", "right", "Second", "left", "right",
      ])
  }

  @Test func tagsThatGoInCirclesDoNoHarm() throws {
    var fixture = tagged
    fixture.objects[104] = "<< /Type /StructElem /S /Sect /P 101 0 R /K [101 0 R 104 0 R] >>"
    #expect(try Set(words(page(fixture)).map(\.text)) == ["last", "middle", "Heading", "folio"])
  }

  @Test func theValueOfAFieldStandsWithItsLabelAndNotBeforeTheTitle() throws {
    let fixture = PDFFixture(
      """
      BT /F1 18 Tf 100 170 Td (Application) Tj ET
      BT /F1 10 Tf 20 120 Td (Name) Tj ET BT /F1 10 Tf 20 100 Td (City) Tj ET
      """, entries: "/Annots [100 0 R 101 0 R]",
      objects: [
        100: PDFFixture.field("20 166 90 181", appearance: 102),
        101: PDFFixture.field("100 115 170 130", appearance: 103),
        102: PDFFixture.value("Draft"), 103: PDFFixture.value("Mira"),
      ])
    let text = try text(page(fixture))
    #expect(
      text.blocks.flatMap(\.lines).map(\.plain) == ["Application", "Draft", "Name Mira", "City"])
  }

  /// Two articles side by side, each in two parts; the second one begins above the first.
  private var threaded: PDFFixture {
    PDFFixture(
      pages: [
        PDFFixture.Page(
          content: """
            BT /F1 10 Tf 20 170 Td (Boats begin here) Tj ET
            BT /F1 10 Tf 160 170 Td (Lamps begin here) Tj ET
            BT /F1 10 Tf 20 60 Td (Lamps end here) Tj ET
            BT /F1 10 Tf 160 60 Td (Boats end here) Tj ET
            BT /F1 8 Tf 20 10 Td (folio) Tj ET
            """)
      ],
      catalog: "/Threads [100 0 R 101 0 R]",
      objects: [
        100: "<< /Type /Thread /F 102 0 R /I << /Title (Lamps) >> >>",
        101: "<< /Type /Thread /F 104 0 R >>",
        102: "<< /T 100 0 R /N 103 0 R /V 103 0 R /P 10 0 R /R [150 100 300 200] >>",
        103: "<< /N 102 0 R /V 102 0 R /P 10 0 R /R [0 40 150 100] >>",
        104: "<< /T 101 0 R /N 105 0 R /V 105 0 R /P 10 0 R /R [0 100 150 200] >>",
        105: "<< /N 104 0 R /V 104 0 R /P 10 0 R /R [150 40 300 100] >>",
      ])
  }

  @Test func aPageIsReadInTheOrderOfItsArticleThreads() throws {
    let text = try text(page(threaded))
    #expect(text.order == .articleThreads)
    #expect(
      text.blocks.flatMap(\.lines).map(\.plain) == [
        "Lamps begin here", "Lamps end here", "Boats begin here", "Boats end here", "folio",
      ])
  }

  @Test func blocksSayWhichOfSeveralThreadsTheyAreOf() throws {
    let several = try text(page(threaded))
    #expect(several.blocks.map(\.thread) == ["1", "1", "2", "2", nil])
    var fixture = threaded
    fixture.catalog = "/Threads [100 0 R]"
    #expect(try text(page(fixture)).blocks.allSatisfy { $0.thread == nil })
  }

  @Test func threadsOfAnotherPartOfThePageAreNotBelieved() throws {
    var fixture = threaded
    fixture.catalog = "/Threads [100 0 R]"
    fixture.objects[102] = "<< /N 102 0 R /P 10 0 R /R [0 0 300 20] >>"
    #expect(try text(page(fixture)).order == .geometry)
  }

  @Test(arguments: [
    "<< /N 102 0 R /P 99 0 R /R [0 0 300 200] >>", "<< /N 103 0 R /P 10 0 R >>", "null",
    "<< /N 103 0 R /P 10 0 R /R [(a) 0 300 /b] >>", "<< /N (next) /P 10 0 R /R [0 0] >>",
  ])
  func damagedThreadsDoNoHarm(bead: String) throws {
    var fixture = threaded
    for number in [102, 104, 105] { fixture.objects[number] = bead }
    #expect(try words(page(fixture)).count == 13)
  }

  @Test func aPageWithoutTextHasNoBlocks() throws {
    #expect(try text(page(PDFFixture("10 10 50 50 re f"))).blocks.isEmpty)
  }
}
