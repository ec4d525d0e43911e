import RectoPageModel

/// The input of articles: the text, pictures and links of one page.
struct ArticlePage: Sendable {
  let index: Int
  let size: Size
  let passages: [Passage]
  let pictures: [PlacedImage]

  /// A picture that is smaller, in points, is an ornament.
  private static let leastPictureSide = 40.0
  /// A picture that covers more of a page with text is its background, or the scan of it.
  private static let mostPictureShare = 0.9
  /// A page with fewer words is its picture.
  private static let leastWords = 30

  init(index: Int, size: Size, text: PageText, pictures: [PlacedImage], links: [Link]) {
    self.index = index
    self.size = size
    var lineCount = 0
    passages = text.blocks.compactMap { block in
      defer { lineCount += block.lines.count }
      // Reading aids would stand in the middle of the text.
      guard block.role != .ruby else { return nil }
      return Passage(block, page: index, firstLine: lineCount, links: links)
    }
    let page = Rect(x: 0, y: 0, width: size.width, height: size.height)
    let words = text.blocks.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.words.count } }
    self.pictures = pictures.filter { picture in
      guard let seen = picture.box.intersection(page), !picture.isStencil, !picture.isMissing,
        picture.alternative != .decorative,
        min(seen.width, seen.height) >= Self.leastPictureSide
      else { return false }
      let share = seen.width * seen.height / max(1, size.width * size.height)
      return share < Self.mostPictureShare || words < Self.leastWords
    }
  }
}
