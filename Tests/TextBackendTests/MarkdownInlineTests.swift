import Foundation
import RectoPageModel
import RectoTypesetting
import Synchronization
import Testing

@testable import RectoTextBackend

@Suite struct MarkdownInlineTests {
  private func paragraph(_ text: String) throws -> Paragraph {
    try #require(try paragraphs(text).first)
  }

  @Test func emphasisIsItalicAndStrongIsBold() throws {
    let found = try paragraph("a *b **c*** ~~d~~ `e  f`")
    #expect(found.string == "a b c d e  f")
    #expect(try found.style(of: "b ").fontStyle == .italic)
    #expect(try found.style(of: "c").fontWeight == 700)
    #expect(try found.style(of: "c").fontStyle == .italic)
    #expect(try found.style(of: "d").lineThrough)
    #expect(try found.style(of: "e  f").fontFamily.last == "monospace")
    #expect(found.text.runs[0].style.fontWeight == 400)
  }

  @Test func linksLeadOnlyWhereAReaderMaySafelyGo() throws {
    let (read, warnings) = try story(
      markdown: "[a](https://example.org/x) [b](#tides) [c](javascript:alert(1)) www.example.org")
    let found = read.paragraphs[0]
    #expect(try found.style(of: "a").link == "https://example.org/x")
    #expect(try found.style(of: "b").link == "#tides")
    #expect(try found.style(of: "www.example.org").link == "http://www.example.org")
    #expect(!found.text.runs.contains { $0.style.link?.contains("javascript") == true })
    #expect(warnings.map(\.code) == ["ignored-markup"])
  }

  /// The parser has tables that are the process's.
  @Test func storiesAreReadAlikeOnManyThreads() {
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 2_000) { _ in
      let found = try? paragraph("~~d~~")
      if found?.string != "d" { wrong.add(1, ordering: .relaxed) }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test func aHardBreakIsALineSeparatorAndASoftOneASpace() throws {
    #expect(try paragraph("a  \nb\\\nc\nd<br>e").string == "a\u{2028}b\u{2028}c d\u{2028}e")
  }

  @Test func linesOfJapaneseAreJoinedWithoutASpace() throws {
    #expect(try paragraph("港の\n朝は\nquiet\nです。\n「海」").string == "港の朝は quiet です。「海」")
    #expect(try paragraph("\u{20B9F}\nる").string == "\u{20B9F}る")
  }

  @Test func quotesAndDashesAreThoseOfPrintUnlessTheFrontMatterSaysNo() throws {
    #expect(try paragraph("\"It's\" -- so --- on...").string == "“It’s” – so — on…")
    #expect(
      try paragraph("---\nsmart-punctuation: false\n---\n\"It's\" -- so").string == "\"It's\" -- so"
    )
  }

  @Test(arguments: [
    ("de", "\"Das 'rote' Haus\", sagt's Li", "„Das ‚rote‘ Haus“, sagt’s Li"),
    ("de-CH", "\"Haus\"", "„Haus“"),
    ("fr", "\"L'eau\"", "«\u{202F}L’eau\u{202F}»"),
    ("fr-CH", "\"L'eau\"", "«L’eau»"),
    ("ja", "\"海\"", "「海」"),
    ("pl", "\"*Dom*\"", "„Dom”"),
    ("en-GB", "\"It's\"", "“It’s”"),
    ("en", "(\".\") [\".\", \"/\"] *\"/\"* (\"\") 5\"", "(“.”) [“.”, “/”] “/” (“”) 5”"),
    ("de", "(\"./a\")", "(„./a“)"),
    // The character before a mark may be in another inline element.
    ("en", "**14**\", wide", "14”, wide"),
    ("en", "“see *this*\".", "“see this”."),
    ("en", "`a`\", <b>b</b>\", c<br>\".\"", "a”, b”, c\u{2028}“.”"),
    // Quotes that the author has typed stay.
    ("de", "“a” ‘b’ «c» „d“ \"e\" `“f”`", "“a” ‘b’ «c» „d“ „e“ “f”"),
    ("de", "**“a”**b", "**“a”**b"),
    ("de", "\u{10B99} \"a\"", "\u{10B99} “a”"),
  ])
  func quotesAreThoseOfTheLanguage(language: String, text: String, shown: String) throws {
    #expect(try paragraph("---\nlanguage: \(language)\n---\n" + text).string == shown)
  }

  @Test func rubyStandsAlongItsBase() throws {
    let found = try paragraph("<ruby>漢<rt>かん</rt>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>と*it*")
    #expect(found.string == "漢字とit")
    #expect(found.text.runs.map(\.style.ruby) == ["かん", "じ", nil, nil])
  }

  @Test func raisedAndLoweredTextAndSpansAreRead() throws {
    let styles = ["sea": NamedStyle([StyleDeclaration(.color, .color(.value(.white)))])]
    let found = try paragraphs(
      "H<sub>2</sub>O x<sup>3</sup> <span lang=\"ja\" class='sea'>港</span> <span dir=rtl>a</span>",
      styles: styles)[0]
    #expect(found.string == "H2O x3 港 \u{2067}a\u{2069}")
    #expect(try found.style(of: "2").verticalAlign == .sub)
    #expect(try found.style(of: "3").verticalAlign == .super)
    #expect(try found.style(of: "港").language == "ja")
    #expect(try found.style(of: "港").color == .white)
    #expect(found.text.runs.last?.style.language == nil)
  }

  @Test func tagsThatAreNotClosedInOrderLeaveNoStyleBehind() throws {
    let found = try paragraph("a *b <sup>c* d</sup> e </sup></span> f")
    let last = try #require(found.text.runs.last)
    #expect(last.style.fontStyle == .normal && last.style.verticalAlign == .normal)
    #expect(found.string == "a b c d e  f")
  }

  @Test func aPictureInALineIsAnAttachment() throws {
    let read = try story(markdown: "a ![wave](wave.png) b ![gone](gone.png)").story
    let run = try #require(read.paragraphs[0].text.runs.first { $0.attachment != nil })
    #expect(
      run.attachment
        == Attachment(
          .named(try #require(read.pictures.keys.first)), width: 200, ascent: 100, descent: 0))
    #expect(read.paragraphs[0].string == "a \u{FFFC} b gone")
  }

  @Test func endlesslyNestedMarkupIsReadInReasonableTime() throws {
    let stars = String(repeating: "*", count: 20_000)
    #expect(try paragraphs(stars + "a" + stars).last?.string.contains("a") == true)
    let brackets = String(repeating: "[", count: 20_000)
    #expect(try paragraphs(brackets)[0].text.units.count == 20_000)
    let deep = String(repeating: "> ", count: 900) + "a"
    let (read, warnings) = try story(markdown: deep)
    #expect(read.paragraphs.isEmpty)
    #expect(warnings.map(\.code) == ["ignored-markup"])
    #expect(throws: PageError.self) { try story(markdown: String(repeating: ">", count: 5_000)) }
  }

  @Test func aTableThatWouldGrowWithoutBoundIsRefused() {
    func table(columns: Int, rows: Int) -> String {
      String(repeating: "|a", count: columns) + "|\n" + String(repeating: "|-", count: columns)
        + "|\n" + String(repeating: "|\n", count: rows)
    }
    let long = #expect(throws: PageError.self) {
      try story(markdown: table(columns: 900, rows: 5_000))
    }
    #expect(long?.code == .limit)
    #expect(long?.message.hasSuffix("the tables have more than 500000 cells") == true)
    let wide = #expect(throws: PageError.self) {
      try story(markdown: table(columns: 50_000, rows: 1))
    }
    #expect(wide?.message == "story.md:2: a table has more than 1000 columns")
  }
}
