import RectoPageModel
import RectoTypesetting
import Testing

@testable import RectoTextBackend

@Suite struct MarkdownBlockTests {
  @Test func headingsHaveTheirRolesAndNames() throws {
    let read = try story(
      markdown: "# The Tide\n\n## Ebb & flow\n\nText\n\n## Ebb & flow\n\n### 潮 {#moon}\n"
    ).story
    #expect(
      read.headings.map(\.anchor) == ["the-tide", "ebb--flow", "ebb--flow-1", "moon"])
    #expect(read.headings.map(\.level) == [1, 2, 2, 3])
    #expect(read.headings.map(\.item) == [0, 1, 3, 4])
    #expect(
      read.paragraphs.map(\.style.role)
        == [.heading1, .heading2, .paragraph, .heading2, .heading3])
    #expect(read.paragraphs.map(\.anchor) == ["the-tide", "ebb--flow", nil, "ebb--flow-1", "moon"])
    #expect(read.paragraphs[4].string == "潮")
  }

  @Test func aParagraphAfterAHeadingIsNotIndented() throws {
    let found = try paragraphs("One\n\nTwo\n\n# Head\n\nThree\n\nFour")
    #expect(found.map { $0.style.textIndent > 0 } == [false, true, false, false, true])
  }

  @Test func aNamedStyleIsPutOnAParagraphAHeadingOrADivision() throws {
    let styles = [
      "lead": NamedStyle([StyleDeclaration(.fontSize, .length(.points(13)))]),
      "wide": NamedStyle([StyleDeclaration(.letterSpacing, .length(.points(2)))]),
    ]
    let text = """
      Off the coast. {.lead}

      # Head *it* {.wide #top}

      ::: lead

      Inside.

      ::: {.wide}

      Deeper.

      :::

      Again.

      :::

      <div class="wide" lang="de" dir="rtl">

      Drin.

      </div>

      Outside.
      """
    let found = try paragraphs(text, styles: styles)
    let sizes = found.map { $0.text.runs[0].style.fontSize }
    let spacings = found.map { $0.text.runs[0].style.letterSpacing }
    #expect(
      found.map(\.string)
        == ["Off the coast.", "Head it", "Inside.", "Deeper.", "Again.", "Drin.", "Outside."])
    #expect(sizes == [13, 24, 13, 13, 13, 10.5, 10.5])
    #expect(spacings == [0, 2, 0, 2, 0, 2, 0])
    #expect(found[1].anchor == "top")
    #expect(found[5].text.runs[0].style.language == "de")
    #expect(found[5].style.direction == .rtl)
  }

  @Test func aStyleThatIsNotThereIsAWarningWithItsLine() throws {
    let (read, warnings) = try story(markdown: "---\ntitle: A\n---\n\nText {.lede}\n")
    #expect(read.paragraphs.map(\.string) == ["Text"])
    #expect(warnings.map(\.message) == ["story.md:5: no style is called “lede”"])
  }

  @Test func titleAndAuthorOfFrontMatterStandAboveTheStory() throws {
    let matter = "---\ntitle: Tides\nauthor: M. Hale\n---\n"
    for (text, roles) in [
      ("Text", [TextRole.title, .paragraph, .paragraph]),
      ("# Head", [.title, .paragraph, .heading1]),
      ("# Tides\n\nText", [.heading1, .paragraph, .paragraph]),
      ("<!-- a comment -->\n\n## *Tides*\n\nText", [.heading2, .paragraph, .paragraph]),
    ] {
      var reader = StoryReader(styles: DefaultStyles.sheet, findings: Findings()) { _ in nil }
      reader.showsTitle = true
      let story = try reader.read(markdown: matter + text, name: "a")
      #expect(story.paragraphs.map(\.style.role) == roles)
    }
  }

  @Test func bracesThatAreNoAttributesAreText() throws {
    #expect(
      try paragraphs("A {set} {of: words}\n\n{}\n\nf{x}").map(\.string)
        == ["A {set} {of: words}", "{}", "f{x}"])
  }

  @Test func listsHaveMarkersAndMarginsByTheirDepth() throws {
    let found = try paragraphs(
      """
      - one
      - two
        1) inner
        2) more

           second part
      - [x] done
      - [ ] open

      7. seven
      8. eight
      """)
    #expect(
      found.map { $0.marker?.string }
        == ["•", "•", "1)", "2)", nil, "☑", "☐", "7.", "8."])
    #expect(found.map(\.string).last == "eight")
    #expect(found.allSatisfy { $0.style.role == .listItem })
    let margins = found.map(\.style.marginInlineStart)
    #expect(margins[0] == margins[5] && margins[2] == 2 * margins[0] && margins[4] == margins[2])
  }

  @Test func aTightListHasItsMarginsOutsideAndALooseOneEverywhere() throws {
    let tight = try paragraphs("- a\n- b\n- c").map { ($0.style.marginTop, $0.style.marginBottom) }
    #expect(tight.map { $0.0 > 0 } == [true, false, false])
    #expect(tight.map { $0.1 > 0 } == [false, false, true])
    let loose = try paragraphs("- a\n\n- b\n\n- c").map { $0.style.marginTop > 0 }
    #expect(loose == [true, true, true])
  }

  @Test func anItemThatBeginsWithAPictureHasItsMarkerBefore() throws {
    let read = try story(markdown: "- ![](wave.png)\n\n  text\n").story
    #expect(read.paragraphs.map { $0.marker?.string } == ["•", nil])
    #expect(read.paragraphs[0].text.isEmpty)
  }

  @Test func quotesAreIndentedOnBothSides() throws {
    let found = try paragraphs("> one\n>\n> > two\n\nthree")
    #expect(found.map(\.style.role) == [.quote, .quote, .paragraph])
    let margins = found.map { [$0.style.marginInlineStart, $0.style.marginInlineEnd] }
    #expect(margins[0] == [15, 15] && margins[1] == [30, 30] && margins[2] == [0, 0])
  }

  @Test func codeKeepsItsLinesSpacesAndLanguage() throws {
    let read = try story(markdown: "```swift extra\nlet a = 1\n  a -- \"b\"\n```\n").story
    let paragraph = try #require(read.paragraphs.first)
    #expect(paragraph.string == "let a = 1\u{2028}  a -- \"b\"")
    #expect(paragraph.style.role == .code)
    #expect(paragraph.style.backgroundColor != nil && paragraph.style.hyphens == .none)
    #expect(paragraph.text.runs[0].style.fontFamily.last == "monospace")
    #expect(read.codeLanguages == [0: "swift"])
  }

  @Test func tablesHaveAHeaderAndAlignedColumns() throws {
    let read = try story(markdown: "| a | *b* | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |\n| 4 |\n").story
    guard case .table(let table) = try #require(read.story.items.first) else {
      Issue.record("expected a table")
      return
    }
    #expect(table.headerRows == 1)
    #expect(
      table.rows.map { $0.map { $0.paragraphs.first?.string ?? "" } }
        == [["a", "b", "c"], ["1", "2", "3"], ["4", "", ""]])
    #expect(
      table.rows[1].map { $0.paragraphs[0].style.textAlign } == [.left, .center, .right])
    #expect(table.rows[0][0].paragraphs[0].text.runs[0].style.fontWeight == 600)
    #expect(table.rule != nil)
  }

  @Test func aRuleIsARule() throws {
    let items = try story(markdown: "a\n\n***\n\nb").story.story.items
    guard case .rule(let rule) = items[1] else {
      Issue.record("expected a rule")
      return
    }
    #expect(rule.thickness == 0.5 && rule.marginTop == 14)
  }

  @Test func aPictureAloneStandsBetweenParagraphsWithItsCaption() throws {
    let (read, warnings) = try story(
      markdown: "![A wave](art/wave.png \"Off Dover\")\n\n![Lost](lost.png)\n",
      name: "text/story.md")
    guard case .picture(let picture) = try #require(read.story.items.first) else {
      Issue.record("expected a picture")
      return
    }
    #expect(read.pictures[picture.name]?.file.text == "text/art/wave.png")
    #expect(picture.size == Size(width: 200, height: 100))
    #expect(picture.caption.map(\.string) == ["Off Dover"])
    #expect(read.pictures[picture.name]?.alt == "A wave")
    // A lost one is replaced by what it would have shown.
    #expect(read.paragraphs.map(\.string) == ["Lost"])
    #expect(
      warnings.map(\.message) == [
        "text/story.md:3: the picture “text/lost.png” is missing or unreadable"
      ])
  }

  @Test func noPictureIsTakenFromOutsideTheFolder() throws {
    let (_, warnings) = try story(
      markdown: "![a](../../wave.png)\n\n![b](https://example.org/wave.png)\n\n![c](/wave.png)")
    #expect(warnings.map(\.code) == Array(repeating: "missing-file", count: 3))
  }

  @Test func notesAreCalledByNumberAndKeptWithTheStory() throws {
    let read = try story(
      markdown: "One[^b] two[^a].\n\n[^a]: First *note*.\n[^b]: Other.\n\n    More.\n"
    ).story
    let paragraph = try #require(read.paragraphs.first)
    #expect(paragraph.string == "One1\u{FFFC} two2\u{FFFC}.")
    #expect(
      paragraph.text.runs.compactMap(\.attachment?.content)
        == [.note("story.md#1"), .note("story.md#2")])
    #expect(try paragraph.style(of: "1").verticalAlign == .super)
    #expect(read.story.notes["story.md#1"]?.map(\.string) == ["Other.", "More."])
    #expect(read.story.notes["story.md#2"]?.first?.string == "First note.")
    #expect(read.story.notes["story.md#1"]?.first?.marker?.string == "1")
    #expect(read.story.notes["story.md#1"]?.first?.style.role == .note)
    #expect(read.story.items.count == 1)
  }

  @Test(arguments: [
    ("<!-- x --> text", ["text"]), ("<!-- x -->text\nmore", ["text", "more"]),
    ("a\n<!--\n\nx\n--> b *c*", ["a", "b c"]), ("<!-- x --><!-- y --> ## Tides", ["Tides"]),
    ("<!---> a", ["a"]), ("<!-- x -->\u{301}a", ["\u{301}a"]), ("> <!-- x --> - a", ["a"]),
    ("---\nsmart-punctuation: false\n---\n<!-- x --> \"a\"", ["\"a\""]), ("<!-- x --> <p>a", ["a"]),
  ])
  func textAfterACommentIsRead(text: String, paragraphs: [String]) throws {
    let (read, warnings) = try story(markdown: text)
    #expect(read.paragraphs.map(\.string) == paragraphs)
    #expect(warnings == [])
  }

  @Test(arguments: [
    ("a\n\n<!-- x\n\nb", "story.md:3: the comment has no end: the text after it is left out"),
    ("a\n\n<!-- x --> <video>b</video>", "story.md:3: HTML is left out"),
    ("a\n\n<!--\nx --> ![](gone.png)", "story.md:4: the picture"),
  ])
  func textLostToACommentIsReported(text: String, message: String) throws {
    let (read, warnings) = try story(markdown: text)
    #expect(read.paragraphs.map(\.string) == ["a"])
    #expect(warnings.count == 1)
    #expect(warnings.first?.message.hasPrefix(message) == true, "\(warnings)")
  }
}
