import RectoPageModel
import TestSupport
import Testing

/// Texts of pages' own, such as running heads.
@Suite struct PageTextTests {
  private static let size = #""size": {"width": 300, "height": 200}, "margins": 20"#

  private func open(
    _ texts: String, story: String = "Words.", metadata: String = "{}",
    pictures: [String: String] = [:]
  ) throws -> OpenedFolder {
    try OpenedFolder(
      story: story,
      """
      \(Self.size), "metadata": \(metadata), "pages": [{"repeat": true,
        "frames": [{"thread": "s", "x": 20, "y": 60, "width": 120, "height": 120}],
        "texts": [\(texts)]}]
      """, pictures: pictures)
  }

  private func box(_ text: String, y: Int = 10) -> String {
    #"{"text": "\#(text)", "x": 150, "y": \#(y), "width": 140, "height": 50}"#
  }

  @Test func valuesStandAsTheyAre() throws {
    let opened = try open(
      [box("{section}"), box("{title}", y: 60), box("{page}.", y: 110)].joined(separator: ","),
      story: "## 1. Introduction\n\nWords.", metadata: ##"{"title": "C# *and* [1](x)"}"##)
    #expect(try opened.lines().suffix(3) == ["1. Introduction", "C# *and* [1](x)", "1."])
  }

  @Test func picturesInThemAreShown() throws {
    let opened = try open(
      [box("![A boat](boat.json)"), box("A ![](boat.json)", y: 80)].joined(separator: ","),
      pictures: ["boat.json": OpenedFolder.picture(80, 20)])
    let images = try opened.images()
    #expect(images.map(\.isMissing) == [false, false])
    let box = try #require(images.first?.box)
    #expect(box.width == 80 && box.height == 20)
    let request = RenderRequest(scale: .pixelsPerPoint(1))
    let grid = try PixelGrid(page: try opened.page(0).size, rotation: .none, request: request)
    let bitmap = Bitmap(size: grid.size)
    try opened.page(0).paint(request, on: grid, into: bitmap)
    for image in images {
      let start = (Int(image.box.center.y) * grid.size.width + Int(image.box.center.x)) * 4
      #expect(bitmap.withPixels { Array($0[start..<start + 3]) } == [0, 0, 255])
    }
  }

  /// Percent-encoded in links; each page has its own.
  @Test func valuesStandInAddressesAndAlternativeTexts() throws {
    let texts = [
      box("[Report {page}](https://a.example/?p={page}&t={title})"),
      box("![Boat {page} of {title}](boat-{page}.json)", y: 80),
      box("<a href='https://b.example/{page}'>b</a>", y: 130),
    ]
    let opened = try open(
      texts.joined(separator: ","), story: String(repeating: "Words. ", count: 150),
      metadata: #"{"title": "A & \u00fc"}"#,
      pictures: [
        "boat-1.json": OpenedFolder.picture(80, 20), "boat-2.json": OpenedFolder.picture(60, 20),
      ])
    for page in 0..<2 {
      let links = try #require(try opened.page(page) as? any LinksPage).links()
      let number = page + 1
      #expect(
        links.map(\.target) == [
          .url("https://a.example/?p=\(number)&t=A%20%26%20%C3%BC"),
          .url("https://b.example/\(number)"),
        ])
      let images = try opened.images(page)
      #expect(images.map(\.isMissing) == [false] && images.map(\.box.width) == [[80, 60][page]])
      #expect(images.map(\.alternative) == [AlternativeText("Boat \(number) of A & ü")])
      #expect(try opened.lines(page).contains("Report \(number)"))
    }
    #expect(try opened.warnings("missing-file").filter { $0.contains("boat-1") } == [])
  }

  @Test func onePictureMayHaveSeveralAlternativeTexts() throws {
    let opened = try open(
      [box("![A boat](boat.json)"), box("A ![The boat again](boat.json)", y: 80)]
        .joined(separator: ","), story: "Words ![](boat.json) ![Own](boat.json).",
      pictures: ["boat.json": OpenedFolder.picture(40, 20)])
    #expect(
      try opened.images().map(\.alternative)
        == ["", "Own", "A boat", "The boat again"].map { AlternativeText($0) })
  }

  @Test func theirMistakesAreNamedOnce() throws {
    let opened = try open(
      box("A ![](none.png) {.nostyle}"), story: String(repeating: "Words. ", count: 200))
    #expect(opened.publication.pageCount > 2)
    #expect(try opened.warnings("missing-file").count == 1)
    let styles = try opened.warnings("unknown-name")
    #expect(styles.count == 1)
    #expect(styles.first?.contains("nostyle") == true)
  }

  @Test func aSectionIsThatOfTheLastHeadingUpToItsPage() throws {
    let story = (0..<4).map { "## Part \($0)\n\n" + String(repeating: "Words. ", count: 250) }
    let opened = try open(box("{section}"), story: story.joined(separator: "\n\n"))
    var expected = ""
    // Backward, so that pages are asked for before those that they look back to.
    var found: [String] = []
    for page in (0..<opened.publication.pageCount).reversed() {
      found.insert(try #require(try opened.lines(page).last), at: 0)
    }
    for page in found.indices {
      let headings = try opened.lines(page).dropLast().filter { $0.hasPrefix("Part") }
      expected = headings.last ?? expected
      #expect(found[page] == expected)
    }
    #expect(Set(found).count == 4 && found.count > 8)
  }
}
