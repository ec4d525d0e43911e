import RectoPageModel
import TestSupport
import Testing

/// The frames of pages, and the text that goes from one to the next.
@Suite struct FrameFlowTests {
  private static let page = #""size": {"width": 400, "height": 300}, "margins": 20"#
  private static let four = "One.\n\nTwo.\n\nThree.\n\nFour."
  /// Each paragraph in a frame of its own.
  private static let breaks =
    #""styles": {"first-paragraph": {"break-after": "column"}, "paragraph": {"break-after": "column"}}"#

  private func frame(_ x: Int, _ y: Int = 20, _ more: String = "") -> String {
    #"{"thread": "s", "x": \#(x), "y": \#(y), "width": 80, "height": 80\#(more)}"#
  }

  private func beginnings(_ opened: OpenedFolder, page: Int = 0) throws -> [Point] {
    try opened.text(page).blocks.map { Point(x: $0.box.minX.rounded(), y: $0.box.minY.rounded()) }
  }

  @Test func theFramesOfAMasterAreFilledBeforeThoseOfItsPage() throws {
    let opened = try OpenedFolder(
      story: Self.four,
      """
      \(Self.page), \(Self.breaks),
      "masters": {"base": {"frames": [\(frame(20))]},
                  "m": {"extends": "base", "frames": [\(frame(110)), \(frame(200))]}},
      "pages": [{"master": "m", "frames": [\(frame(290))]}]
      """)
    #expect(try opened.lines() == ["One.", "Two.", "Three.", "Four."])
    let places = try beginnings(opened).map(\.x)
    #expect(places == places.sorted() && places.count == 4)
  }

  @Test func textIsReadInTheOrderOfItsFramesWhateverLiesAbove() throws {
    let opened = try OpenedFolder(
      story: Self.four,
      """
      \(Self.page), \(Self.breaks), "pages": [{"frames": [
        \(frame(20, 20, #", "z-index": 3"#)), \(frame(110, 20, #", "z-index": 2"#)),
        \(frame(200, 20, #", "z-index": -1"#)), \(frame(290))]}]
      """)
    #expect(try opened.lines() == ["One.", "Two.", "Three.", "Four."])
  }

  @Test func aHeadingThatBeginsAPageLeavesTheOtherFramesOfThisOne() throws {
    let opened = try OpenedFolder(
      story: "One.\n\n# Chapter\n\nTwo.",
      """
      \(Self.page), "styles": {"heading1": {"font-size": 12}},
      "pages": [{"repeat": true, "frames": [\(frame(20)), \(frame(200))]}]
      """)
    #expect(try opened.lines(0) == ["One."])
    #expect(try opened.lines(1) == ["Chapter", "Two."])
    #expect(try beginnings(opened, page: 1).first?.x == 20)
  }

  @Test func aPictureWithoutAFrameIsAWarning() throws {
    let opened = try OpenedFolder(
      story: "One.\n\n![](boat.json)", "\(Self.page), \"pages\": [{\"frames\": [\(frame(20))]}]",
      pictures: ["boat.json": OpenedFolder.picture(80, 80)])
    let warnings = try opened.warnings("overset")
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("1 picture has no frame") == true)
  }

  @Test func aRowThatSticksOutOfItsFrameIsAWarning() throws {
    let words = String(repeating: "words ", count: 80)
    let opened = try OpenedFolder(
      story: "| A | B |\n|---|---|\n| \(words) | c |",
      "\(Self.page), \"pages\": [{\"frames\": [\(frame(20)), \(frame(110))]}]")
    let warnings = try opened.warnings("overset")
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("page 1: a row of a table is higher than its frame") == true)
  }

  // MARK: Pages

  @Test(arguments: [
    ("ltr", true, [100.0, 20]), ("ltr", false, [20, 100]), ("rtl", true, [20, 100]),
    ("rtl", false, [100, 20]),
  ])
  func theInsideMarginIsAtTheSpine(direction: String, hasCoverAlone: Bool, lefts: [Double]) throws {
    let opened = try OpenedFolder(
      story: "One.\n\n# Two",
      """
      "metadata": {"direction": "\(direction)", "cover-alone": \(hasCoverAlone)},
      "size": {"width": 300, "height": 200},
      "margins": {"top": 20, "bottom": 20, "inside": 100, "outside": 20},
      "pages": [{"repeat": true, "frames": [{"thread": "s"}]}]
      """)
    #expect(try [0, 1].map { try beginnings(opened, page: $0).map(\.x) } == lefts.map { [$0] })
  }

  @Test func theGridGrowsWithTheType() throws {
    let layout = """
      \(Self.page), "baseline-grid": 13, "styles": {"body": {"font-size": 10, "line-height": "13pt"}},
      "pages": [{"frames": [{"thread": "s"}]}]
      """
    let story = String(repeating: "Words of a story. ", count: 60)
    let options = OpenOptions(layout: LayoutOptions(fontScale: 1.1))
    let lines = try OpenedFolder(story: story, layout, options).text().blocks.flatMap(\.lines)
    let steps = zip(lines.dropFirst(), lines).map { $0.baseline.start.y - $1.baseline.start.y }
    #expect(steps.count > 4)
    for step in steps { #expect(abs(step - 14.3) < 0.01) }
  }

  // MARK: Pictures

  @Test func aPictureInALineIsAnImageAndALinkOfItsSize() throws {
    let opened = try OpenedFolder(
      story: "Text ![A boat](boat.json) and [![](boat.json)](https://example.org/).",
      "\(Self.page), \"pages\": [{\"frames\": [{\"thread\": \"s\"}]}]",
      pictures: ["boat.json": OpenedFolder.picture(80, 40)])
    let images = try opened.images()
    #expect(images.map(\.box.size) == Array(repeating: Size(width: 80, height: 40), count: 2))
    let links = try #require(try opened.page(0) as? any LinksPage).links()
    let area = try #require(links.first?.quads.first?.bounds)
    #expect(abs(area.height - 40) < 0.01 && abs(area.width - 80) < 0.01)
  }

  @Test func textKeepsClearOfTheShownPartOfACroppedPicture() throws {
    let opened = try OpenedFolder(
      story: String(repeating: "Words of a story. ", count: 120),
      """
      \(Self.page), "pages": [{"frames": [{"thread": "s"}], "pictures": [
        {"file": "boat.json", "x": 150, "y": 100, "width": 100, "height": 100,
         "object-fit": "cover", "wrap": "contour"}]}]
      """, pictures: ["boat.json": OpenedFolder.picture(600, 150)])
    let shown = Rect(x: 150, y: 100, width: 100, height: 100)
    let words = try opened.text().blocks.flatMap(\.lines).flatMap(\.words).map(\.box)
    // Stops hang a little out of their lines.
    #expect(words.allSatisfy { $0.intersection(shown).map { $0.width < 3 } ?? true })
    // Beside it on both sides.
    let beside = words.filter { abs($0.center.y - 150) < 30 }
    #expect(beside.contains { $0.maxX > 130 && $0.maxX < 153 })
    #expect(beside.contains { $0.minX > 249 && $0.minX < 270 })
  }
}
