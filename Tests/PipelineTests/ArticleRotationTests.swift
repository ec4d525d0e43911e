import RectoPageModel
import Testing

@testable import RectoPipeline

/// Articles of pages that are shown turned.
@Suite struct ArticleRotationTests: ArticleSuite {
  private let size = Size(width: 400, height: 600)

  /// Text that stands as it is given once the page is turned.
  private func turned(_ blocks: [TextBlock], _ rotation: Rotation) throws -> PageText {
    let shown = rotation.swapsAxes ? size.transposed : size
    let back = try #require(AffineTransform.rotation(rotation, of: size).inverse)
    #expect(back.apply(Rect(shown)) == Rect(size))
    return PageText(order: .geometry, blocks: blocks).turned(by: back)
  }

  private func articles(_ blocks: [TextBlock], _ rotation: Rotation) throws -> [Article] {
    let page = ArticlePage(
      index: 0, size: size, rotation: rotation, text: try turned(blocks, rotation), pictures: [],
      links: [])
    let info = PublicationInfo(format: "PDF", capabilities: [])
    return ArticleReader([page], info: info).articles([])
  }

  @Test(arguments: Rotation.allCases)
  func aTurnedPageHasTheArticlesThatItShows(rotation: Rotation) throws {
    let blocks = [
      block("The Lamp", y: 60, size: 20), block(body, body, y: 90),
      block("The Tide", y: 200, size: 20), block(body, body, y: 230),
    ]
    let found = try articles(blocks, rotation)
    #expect(found.map(\.title) == ["The Lamp", "The Tide"])
    #expect(
      found.map { $0.blocks.map(\.kind) }
        == Array(repeating: [.heading(level: 1), .paragraph], count: 2))
  }

  @Test(arguments: Rotation.allCases)
  func placesAreThoseOfThePageBeforeItIsTurned(rotation: Rotation) throws {
    let title = block("The Lamp", y: 60, size: 20)
    let text = try turned([title], rotation)
    let found = try articles([title, block(body, body, y: 90)], rotation)
    let heading = try #require(found.first?.blocks.first)
    #expect(heading.box == text.blocks[0].box)
    let word = text.blocks[0].lines[0].words[0]
    #expect(heading.runs.first?.places.first?.quad == word.quad ?? Quad(word.box))
  }
}
