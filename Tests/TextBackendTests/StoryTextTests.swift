import Foundation
import RectoPageModel
import RectoTypesetting
import TestSupport
import Testing

@testable import RectoTextBackend

@Suite struct StoryTextTests {
  private func plain(_ bytes: [UInt8]) throws -> (story: ReadStory, warnings: [PageWarning]) {
    let findings = Findings()
    let reader = StoryReader(styles: DefaultStyles.sheet, findings: findings) { _ in nil }
    let files = MemoryFiles(["a.txt": FileBytes(bytes)])
    return (try reader.read(RelativePath("a.txt"), from: files), findings.warnings)
  }

  private func strings(_ text: String) throws -> [String] {
    try plain(Array(text.utf8)).story.paragraphs.map(\.string)
  }

  @Test func emptyLinesPartParagraphsWhateverTheLineEnds() throws {
    let expected = ["one two", "three"]
    for end in ["\n", "\r\n", "\r", "\u{85}"] {
      #expect(try strings("one\(end)  two \(end)\(end)\(end)three\(end)") == expected)
    }
    #expect(try strings("one\u{2029}two") == ["one", "two"])
  }

  @Test func aLineSeparatorStaysALineBreakInsideItsParagraph() throws {
    #expect(try strings("a\u{2028}b\u{B}c") == ["a\u{2028}b\u{2028}c"])
  }

  @Test func aFormFeedBeginsAPage() throws {
    let paragraphs = try plain(Array("a\n\u{C}b".utf8)).story.paragraphs
    #expect(paragraphs.map(\.string) == ["a", "b"])
    #expect(paragraphs.map(\.style.breakBefore) == [.auto, .page])
  }

  @Test func markdownIsPlainTextInAPlainFile() throws {
    #expect(try strings("# *a* \"b\"") == ["# *a* \"b\""])
  }

  @Test func whatIsNotUTF8IsShownAndSaid() throws {
    let (story, warnings) = try plain([0x61, 0xED, 0xA0, 0x80, 0x62, 0xFF])
    #expect(story.paragraphs[0].string == "a\u{FFFD}\u{FFFD}\u{FFFD}b\u{FFFD}")
    #expect(
      warnings.map(\.message) == [
        "a.txt: is not entirely UTF-8: invalid bytes are shown as \u{FFFD}"
      ])
  }

  /// Sentences of a length that a short letter has.
  @Test(arguments: [
    (
      "windows-1251", .windowsCP1251,
      "Маяк стоит на краю старого порта, и свет его виден всю ночь до самого утра."
    ),
    (
      "KOI8-R", String.Encoding(rawValue: 0x8000_0A02),
      "Маяк стоит на краю старого порта, и свет его виден всю ночь до самого утра."
    ),
    ("Shift_JIS", .shiftJIS, "灯台は古い港のはずれに立っていて、その光は夜が明けるまで沖から見えている。"),
    ("GB18030", String.Encoding(rawValue: 0x8000_0632), "灯塔立在老港的尽头，它的光整夜都能从海上看见，一直到天亮为止。"),
    (
      "ISO-8859-1", .isoLatin1,
      "Le phare se dresse à l'extrémité du vieux port ; sa lumière se voit jusqu'à l'aube."
    ),
  ])
  func whatIsInAnotherEncodingIsReadAndSaid(
    name: String, encoding: String.Encoding, text: String
  ) throws {
    let (story, warnings) = try plain([UInt8](#require(text.data(using: encoding))))
    #expect(story.paragraphs.map(\.string) == [text])
    #expect(
      warnings.map(\.message) == [
        "a.txt: is not UTF-8 and is read as \(name), which is a guess: save it as UTF-8"
      ])
  }

  @Test func aDamagedByteDoesNotMakeUTF8AnotherEncoding() throws {
    let bytes = Array("Маяк стоит".utf8) + [0xD0] + Array(" на краю".utf8)
    #expect(try plain(bytes).story.paragraphs.map(\.string) == ["Маяк стоит\u{FFFD} на краю"])
  }

  @Test func nulsAreShownAndOtherControlsLeftOut() throws {
    let (story, warnings) = try plain(Array("a\u{0}b\u{1}c\u{7F}d\u{9B}e\tf\u{202E}g".utf8))
    #expect(story.paragraphs[0].string == "a\u{FFFD}bcde\tf\u{202E}g")
    #expect(
      warnings.map(\.message) == [
        "a.txt: has 1 NUL characters, shown as \u{FFFD}",
        "a.txt: has 3 control characters, which are left out",
      ])
  }

  @Test func aByteOrderMarkIsReadAndNotShown() throws {
    #expect(try strings("\u{FEFF}a") == ["a"])
    #expect(
      try plain([0xFF, 0xFE, 0x61, 0, 0xE9, 0]).story.paragraphs.map(\.string) == ["a\u{E9}"])
    #expect(try plain([0xFE, 0xFF, 0, 0x61]).story.paragraphs.map(\.string) == ["a"])
  }

  @Test func storiesAreBoundedInBytesAndParagraphs() {
    let error = #expect(throws: PageError.self) {
      try plain(Array(repeating: 0x61, count: StoryText.maximumBytes + 1))
    }
    #expect(error?.code == .limit)
    #expect(error?.message == "a.txt has 16 MiB; at most 16 MiB are read")
    let long = #expect(throws: PageError.self) { try plain(Array(repeating: 0x61, count: 3 << 20)) }
    #expect(
      long?.message
        == "a.txt has a paragraph of 3145728 characters; at most 1048576 are set")
  }

  @Test func frontMatterIsReadAndNotShown() throws {
    let (read, warnings) = try story(
      markdown: """
        ---
        title: "Tides: a story"
        author: [M. Hale, K. Ono]
        date: 2026-11-21
        lang: en-GB
        direction: rtl
        layout: post
        ---
        Text
        """)
    #expect(warnings == [])
    #expect(read.frontMatter.title == "Tides: a story")
    #expect(read.frontMatter.author == "M. Hale, K. Ono")
    #expect(read.frontMatter.date == "2026-11-21")
    #expect(read.paragraphs.map(\.string) == ["Text"])
    #expect(read.paragraphs[0].text.runs[0].style.language == "en-GB")
    #expect(read.paragraphs[0].style.direction == .rtl)
  }

  @Test func badFrontMatterIsAWarningWithItsLine() throws {
    let (read, warnings) = try story(markdown: "---\ntitle: A\ntags: [a\nb: 2\n---\nText\n")
    #expect(read.frontMatter == FrontMatter())
    #expect(read.paragraphs.map(\.string) == ["Text"])
    #expect(warnings.map(\.code) == ["bad-front-matter"])
    #expect(warnings[0].message.hasPrefix("story.md:4: the front matter is not used"))
    let (ruled, none) = try story(markdown: "---\n\nText\n")
    #expect(none == [] && ruled.paragraphs.count == 1)
  }

  @Test(arguments: [
    "---\n\nPrologue: a text.\n\n---\n\nChapter.\n", "---\nPrologue text.\n\n---\n\nChapter.\n",
    "---\n- One\n---\n\nChapter.\n", "---\nhttps://a.example\n\n---\n\nChapter.\n",
  ])
  func aStoryMayBeginWithALineAcrossThePage(text: String) throws {
    let (read, warnings) = try story(markdown: text)
    #expect(warnings == [])
    #expect(read.frontMatter == FrontMatter())
    #expect(read.paragraphs.count == 2 && read.story.items.count > 2)
    #expect(read.paragraphs.last?.string == "Chapter.")
  }

  @Test(arguments: [
    "Date Created: 2024-01-02\ntitle: A\n", "\"@context\": x\ntitle: A\n", "title : A\n",
    "  title: A\n  author: B\n", "  # none\ntitle: A\n", "{\"title\": \"A\"}\n",
    "\u{1F4C5} day: 3\ntitle: A\n",
  ])
  func frontMatterIsAnyMappingOfYAML(block: String) throws {
    let (read, warnings) = try story(markdown: "---\n\(block)---\n\nText.\n")
    #expect(warnings == [] && read.frontMatter.title == "A")
    #expect(read.paragraphs.map(\.string) == ["Text."])
  }

  /// Front matter that is not YAML is not shown, and text that is not YAML is.
  @Test(arguments: [
    ("Date Created: 2024\ntags: [a, b\n", true), ("{\"title\": \"A\",, }\n", true),
    ("title : A: B\n\nauthor : C\n", true), ("abstract: It is\nlong.\n\tx: y\n", true),
    ("Note: a scene.\n\nMore prose here.\n\n", false), ("\"Halt: a cry.\n", false),
  ])
  func brokenYAMLIsFrontMatterIfItHasKeys(block: String, isFrontMatter: Bool) throws {
    let (read, warnings) = try story(markdown: "---\n\(block)---\n\nText.\n")
    #expect(warnings.map(\.code) == (isFrontMatter ? ["bad-front-matter"] : []))
    #expect((read.paragraphs.map(\.string) == ["Text."]) == isFrontMatter)
  }

  @Test(arguments: ["---\n---\nText", "---\n# none\n---\nText", "---\n\"title\": A\n...\nText"])
  func frontMatterMayBeEmptyQuotedOrEndInDots(text: String) throws {
    let (read, warnings) = try story(markdown: text)
    #expect(warnings == [] && read.story.items.count == 1)
  }

  @Test(
    .enabled(if: corporaFolder() != nil),
    arguments: [
      "ok", "surrogates_cesu", "nuls", "controls", "zalgo_100k", "bidi_spoof", "zwj_emoji_8000",
      "flags_odd", "tag_chars", "fdfa_bomb", "mixed_scripts_fallback", "pua",
    ])
  func hostileTextsAreStories(name: String) throws {
    let path = "\(corporaFolder() ?? "")/hostile/text/\(name).txt"
    let (story, _) = try plain(bytes(ofFile: path))
    #expect(story.paragraphs.map(\.text.units.count).reduce(0, +) > 0)
    for paragraph in story.paragraphs {
      #expect(!paragraph.text.units.contains { $0 < 0x20 && $0 != 9 || (0x7F...0x9F).contains($0) })
    }
  }
}
