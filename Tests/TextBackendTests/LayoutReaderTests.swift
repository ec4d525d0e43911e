import RectoPageModel
import RectoTypesetting
import Testing

@testable import RectoTextBackend

@Suite struct LayoutReaderTests {
  private static let box = #""x": 0, "y": 0, "width": 100, "height": 100"#

  @Test func aLayoutWithoutMistakesHasNoWarnings() throws {
    let (layout, warnings) = try read(exampleLayout)
    #expect(warnings == [])
    #expect(layout.metadata.title == "Quay")
    #expect(layout.threads["main"] == ["opening", "rest"])
    #expect(layout.profiles.map(\.name) == ["default", "landscape"])
    let page = try #require(layout.profiles.first?.pages.first)
    #expect(page.content.frames.map(\.columns) == [1, 3, 1])
    #expect(page.content.pictures.first?.placement.shape?.isEmpty == false)
    #expect(layout.profiles[1].size == Size(width: 842, height: 595))
  }

  @Test func theSameLayoutInYAMLGivesTheSameModel() throws {
    let yaml = """
      stories: {main: story.md}
      size: {width: 300pt, height: 100mm}
      margins: 10%
      """.replacing("10%", with: "1cm")
    let json = layout(
      #""size": {"width": "300pt", "height": "100mm"}, "margins": "1cm""#)
    #expect(try read(yaml, name: "layout.yaml").layout == read(json).layout)
  }

  @Test func lengthsAreInTheUnitsOfPrintAndScreen() throws {
    let text = page(
      #""frames": [{"thread": "main", "x": "1in", "y": "50%", "width": "25.4mm", "height": "96px"}]"#
    )
    let frame = try #require(try read(text).layout.profiles[0].pages[0].content.frames.first)
    let box = try #require(frame.placement.box)
    #expect(box == Rect(x: 72, y: 297.5, width: 72, height: 72))
  }

  @Test func aMistakeIsNamedWithFileLineAndPath() throws {
    let text = """
      {"stories": {"main": "story.md"},
       "pages": [
         {"frames": [{"thread": "main"},
                     {"thread": "main", "x": 0, "y": 0,
                      "width": -3, "height": 10}]}]}
      """
    let (layout, warnings) = try read(text)
    #expect(
      warnings.map(\.message) == [
        "layout.json:5: pages[0].frames[1].width: must be 0 or more, not -3"
      ])
    #expect(warnings.map(\.code) == ["bad-value"])
    #expect(layout.profiles[0].pages[0].content.frames.count == 1)
  }

  /// Mistakes, with their code and a part of the sentence.
  private static let mistakes: [(layout: String, code: String, part: String)] = [
    (page(#""framse": []"#), "unknown-key", "has no key “framse”; did you mean frames?"),
    (page(#""frames": {}"#), "wrong-type", "frames: must be a list, not an object"),
    (
      layout(#""pages": [{}], "threads": {"a": ["mian"]}"#), "unknown-name",
      "threads.a[0]: no story is called “mian”; did you mean main?"
    ),
    (
      page(#""frames": [{"thread": "other"}]"#), "unknown-name",
      "no thread or story is called “other”"
    ),
    (page(#""master": "body""#), "unknown-name", "no master is called “body”"),
    (
      page(#""texts": [{"text": "x", "style": "folyo"}]"#), "unknown-name",
      "no style is called “folyo”; did you mean folio?"
    ),
    (
      layout(#""styles": {"lead": {"extends": "leed"}}"#), "unknown-name",
      "styles.lead: no style is called “leed”; did you mean lead?"
    ),
    (
      layout(#""styles": {"a": {"extends": "b"}, "b": {"extends": "a"}}"#), "cycle",
      "extends itself: “a” extends “b” extends “a”"
    ),
    (
      layout(#""pages": [{}], "masters": {"a": {"extends": "b"}, "b": {"extends": "a"}}"#), "cycle",
      "masters.a: extends itself"
    ),
    (
      page(
        #""frames": [{"thread": "main", "name": "a", "next": "b"}, {"thread": "main", "name": "b", "next": "a"}]"#
      ), "cycle", "frames[0].next: the frames lead back to “a”"
    ),
    (
      page(#""frames": [{"thread": "main", "x": 400, "y": 0, "width": 100, "height": 50}]"#),
      "outside-page", "reaches beyond its page, which is 420 by 595 points"
    ),
    (
      page(#""pictures": [{"file": "wave.png", "x": 500, "y": 0, "width": 9, "height": 9}]"#),
      "outside-page", "lies off its page"
    ),
    (
      page(#""pictures": [{"file": "none.png"}]"#), "missing-file",
      "pictures[0].file: the picture “none.png” is missing"
    ),
    (
      page(#""pictures": [{"file": "../etc/passwd"}]"#), "missing-file",
      "must not lead out of the publication's folder"
    ),
    (
      page(#""pictures": [{"file": "https://example.org/a.png"}]"#), "missing-file",
      "nothing is fetched"
    ),
    (page(#""pictures": [{}]"#), "missing-key", "pictures[0]: needs the key file"),
    (
      page(#""frames": [{"thread": "main", "shape": "M0 0 X"}]"#), "bad-value",
      "frames[0].shape: must be circle, ellipse or the data of an SVG path: X is not a path command"
    ),
    (page(##""fills": [{\##(box), "color": "#12345"}]"##), "bad-value", "must be a color"),
    (
      page(#""fills": [{\#(box), "color": "whit"}]"#), "unknown-name",
      "no color is called “whit”; did you mean white?"
    ),
    (
      page(#""frames": [{"thread": "main", "padding": "3qx"}]"#), "bad-value",
      "must be a length in pt, px, mm, cm, in, pc, not “3qx”"
    ),
    (
      page(#""frames": [{"thread": "main", "x": "2em", "y": 0, "width": 9, "height": 9}]"#),
      "bad-value", "cannot be in em"
    ),
    (
      page(#""frames": [{"thread": "main", "x": 3}]"#), "missing-key",
      "needs the key width beside the others of its box"
    ),
    (
      page(#""frames": [{"thread": "main", "overflow": "hiden"}]"#), "bad-value",
      "must be one of warn, hidden, visible, not “hiden”; did you mean hidden?"
    ),
    (
      layout(#""styles": {"body": {"font-size": "big"}}"#), "bad-value",
      "styles.body.font-size: must be a length in pt, px, mm, cm, in, pc, em or %"
    ),
    (
      layout(#""styles": {"body": {"fontsize": 3}}"#), "unknown-key", "did you mean font-size?"
    ),
    (page(#""repeat": "yes""#), "wrong-type", "must be true or a number of pages"),
    (
      page(#""links": [{\#(box), "href": "javascript:x()"}]"#), "bad-value",
      "must be a web or mail address"
    ),
  ]

  @Test(arguments: mistakes.indices) func aMistakeIsAWarningAndTheRestIsRead(index: Int) throws {
    let mistake = Self.mistakes[index]
    let (layout, warnings) = try read(mistake.layout)
    #expect(warnings.contains { $0.code == mistake.code && $0.message.contains(mistake.part) })
    #expect(warnings.allSatisfy { $0.message.hasPrefix("layout.json:") })
    #expect(!layout.profiles.isEmpty)
  }

  @Test func everyMistakeIsFoundUpToFifty() throws {
    let few = page(#""frames": [{"thraed": 1}, {"columns": 0}], "label": 3"#)
    #expect(try complaints(few).count == 6)
    let fills = Array(repeating: "{\"colour\": 1}", count: 200).joined(separator: ",\n")
    let warnings = try read(page("\"fills\": [\(fills)]")).warnings
    #expect(warnings.count == 51)
    #expect(warnings.last?.message == "351 more warnings are not listed")
  }

  @Test func aMissingStoryLeavesTheOthers() throws {
    let (layout, warnings) = try read(
      #"{"stories": {"main": "story.md", "lost": "lost.md"}, "threads": {"all": ["main", "lost"]}}"#
    )
    #expect(
      warnings.map(\.message) == [
        "layout.json:1: stories.lost: the story “lost.md” is missing or unreadable"
      ])
    #expect(layout.threads == ["all": ["main"]])
    #expect(layout.profiles[0].pages.map(\.masters) == [["all"]])
  }

  @Test func aLayoutWithNothingToShowIsAnError() {
    #expect(refusal("[]")?.code == .damaged)
    #expect(refusal("")?.code == .damaged)
    #expect(refusal("", name: "layout.yaml")?.message == "layout.yaml:1:1: the file is empty")
    #expect(refusal("{}")?.code == .damaged)
    #expect(refusal(#"{"stories": {"main": "story.md"}, "pages": []}"#)?.code == .damaged)
    let lost = refusal(#"{"stories": {"a": "lost.md"}, "pages": [{"frames": [{"thread": "a"}]}]}"#)
    #expect(lost?.code == .notFound)
    #expect(lost?.message.contains("“lost.md” is missing") == true)
    #expect(
      refusal("{\n\"stories\" 1}")?.message == "layout.json:2:11: expected a colon")
  }

  @Test func aMillionFramesAreRefusedByALimit() {
    let frames = Array(repeating: "{}", count: 1_000_000).joined(separator: ",")
    let error = refusal(page("\"frames\": [\(frames)]"))
    #expect(error?.code == .limit)
    #expect(error?.message.contains("more than 250000 values") == true)
    let fewer = Array(repeating: "{}", count: 30_000).joined(separator: ",")
    #expect(
      refusal(page("\"frames\": [\(fewer)]"))?.message
        == "layout.json:2: pages[0].frames: has 30000 entries; at most 20000 are allowed")
    let pages = Array(repeating: "{}", count: 10_001).joined(separator: ",")
    #expect(refusal(layout("\"pages\": [\(pages)]"))?.code == .limit)
  }

  @Test func framesAreFilledInTheOrderOfNext() throws {
    let text = page(
      """
      "frames": [{"thread": "main", "name": "last", "columns": 3},
                 {"thread": "main", "name": "first", "next": "middle", "columns": 1},
                 {"thread": "main", "name": "middle", "next": "last", "columns": 2}]
      """)
    let frames = try read(text).layout.profiles[0].pages[0].content.frames
    #expect(frames.map(\.columns) == [1, 2, 3])
    #expect(frames.map(\.order) == [0, 1, 2])
  }

  @Test func aMasterAddsToTheOneThatItExtends() throws {
    let text = layout(
      """
      "pages": [{"master": "opening"}],
      "masters": {"base": {"margins": 20, "texts": [{"text": "{page}"}]},
                  "opening": {"extends": "base", "texts": [{"text": "{title}"}]}}
      """)
    let master = try #require(try read(text).layout.profiles[0].masters["opening"])
    #expect(master.content.texts.map(\.text) == ["{page}", "{title}"])
    #expect(master.margins?.inside == 20)
  }

  @Test func aProfileReadsTheLayoutsPagesInItsOwnSize() throws {
    let text = layout(
      """
      "size": "A5", "pages": [{"frames": [{"thread": "main", "x": 0, "y": 0, "width": "50%",
      "height": "100%", "fil": 1}]}],
      "profiles": {"wide": {"size": {"width": 1000, "height": 500}}}
      """)
    let (layout, warnings) = try read(text)
    let boxes = layout.profiles.map { $0.pages[0].content.frames[0].placement.box?.width ?? 0 }
    #expect(abs(boxes[0] - 209.76) < 0.01 && boxes[1] == 500)
    #expect(warnings.count == 1)
    #expect(layout.profile(for: Size(width: 1920, height: 1080))?.name == "wide")
    #expect(layout.profile(for: Size(width: 600, height: 800))?.name == "default")
  }

  @Test func aThemeGivesColorsAndStylesOtherValues() throws {
    let text = layout(
      """
      "colors": {"ink": "#111111"}, "styles": {"body": {"color": "ink"}},
      "themes": {"night": {"background": "#000", "colors": {"ink": "#eeeeee"},
                           "styles": {"link": {"color": "ink"}}}}
      """)
    let layout = try read(text).layout
    #expect(layout.styles.block("heading1").character.color == Color("#111111"))
    let night = layout.themed("night")
    #expect(night.styles.block("heading1").character.color == Color("#eeeeee"))
    #expect(night.profiles[0].background == .value(.black))
    #expect(layout.themed("none") == layout)
  }

  @Test func aStoryThatNoFrameShowsIsAWarning() throws {
    let text = """
      {"stories": {"main": "story.md",
                   "second": "second.md"},
       "threads": {"all": ["main"]},
       "pages": [{"master": "a"}], "masters": {"a": {"frames": [{"thread": "all"}]}}}
      """
    #expect(
      try complaints(text) == [
        "layout.json:2: stories.second: no frame of the profile “default” shows it"
      ])
  }

  @Test func aLayoutWithoutPagesHasTheDefaultOnesInItsSize() throws {
    let layout = try read(layout(#""size": "A6""#)).layout
    let profile = layout.profiles[0]
    #expect(profile.pages.map(\.count) == [.whileTextRemains])
    #expect(profile.masters["main"]?.content.frames.first?.thread == "main")
    #expect(profile.size == PageSizes.byName["A6"])
  }
}
