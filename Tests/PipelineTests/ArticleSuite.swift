import RectoPageModel

@testable import RectoPipeline

/// Tests of the articles of pages that are made here.
protocol ArticleSuite {}

extension ArticleSuite {
  /// A block of one line a text, `y` points from the top.
  func block(
    _ lines: String..., y: Double, x: Double = 40, size: Double = 10, font: String = "Serif",
    role: TextRole = .paragraph, language: String? = nil
  ) -> TextBlock {
    TextBlock(
      role: role,
      lines: lines.enumerated().map { number, text in
        let top = y + Double(number) * 12
        var left = x
        let words = text.split(separator: " ").map { word in
          let box = Rect(x: left, y: top, width: Double(word.count) * 5, height: 10)
          left += box.width + 5
          return TextWord(
            text: String(word), box: box, font: font, size: size, language: language)
        }
        return TextLine(
          box: Rect(x: x, y: top, width: left - x, height: 10),
          baseline: Segment(start: Point(x: x, y: top + 8), end: Point(x: left, y: top + 8)),
          words: words)
      })!
  }

  func articles(
    _ pages: [[TextBlock]], pictures: [Int: [PlacedImage]] = [:], links: [Int: [Link]] = [:],
    outline: [OutlineItem] = [], order: ReadingOrder = .geometry, language: String? = nil,
    title: String? = nil
  ) -> [Article] {
    let pages = pages.enumerated().map { index, blocks in
      ArticlePage(
        index: index, size: Size(width: 400, height: 600),
        text: PageText(order: order, blocks: blocks), pictures: pictures[index] ?? [],
        links: links[index] ?? [])
    }
    var info = PublicationInfo(format: "PDF", capabilities: [])
    info.metadata.language = language
    info.metadata.title = title
    return ArticleReader(pages, info: info).articles(outline)
  }

  var body: String { "The harbor lies still this morning." }
}
