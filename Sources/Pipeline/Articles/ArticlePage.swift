import RectoPageModel

/// The input of articles: the text, pictures and links of one page.
struct ArticlePage: Sendable {
  let index: Int
  /// As it is shown. All places are on the page as it is shown.
  let size: Size
  /// From places on the page to where they are shown, if it is shown turned.
  let turn: AffineTransform?
  let passages: [Passage]
  let pictures: [PlacedImage]

  /// A picture that is smaller, in points, is an ornament.
  private static let leastPictureSide = 40.0
  /// A picture that covers more of a page with text is its background, or the scan of it.
  private static let mostPictureShare = 0.9
  /// A page with fewer words is its picture.
  private static let leastWords = 30

  /// `size` and all places are those before the page is turned by `rotation`.
  init(
    index: Int, size: Size, rotation: Rotation = .none, text: PageText, pictures: [PlacedImage],
    links: [Link]
  ) {
    self.index = index
    turn = rotation == .none ? nil : .rotation(rotation, of: size)
    let size = rotation.swapsAxes ? size.transposed : size
    self.size = size
    let turn = turn
    let text = turn.map(text.turned) ?? text
    let pictures = turn.map { turn in pictures.map { $0.turned(by: turn) } } ?? pictures
    let links = turn.map { turn in links.map { $0.turned(by: turn) } } ?? links
    var lineCount = 0
    let isStated = [.layout, .structureTree].contains(text.order)
    passages = text.withFormulasInWords.blocks.flatMap(\.withHeadingsApart)
      .flatMap(\.withCapitalsApart).flatMap(\.withItemsApart)
      .flatMap { isStated ? [$0] : $0.withParagraphsApart }.compactMap { block in
        defer { lineCount += block.lines.count }
        // Reading aids would stand in the middle of the text.
        guard block.role != .ruby else { return nil }
        var passage = Passage(block, page: index, firstLine: lineCount, links: links)
        passage?.isStated = isStated
        switch text.order {
        case .layout: passage?.isRest = block.isContinuation
        case .structureTree:
          passage?.continuesItem = block.isContinuation && block.role == .listItem
        case .articleThreads, .geometry: break
        }
        return passage
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
