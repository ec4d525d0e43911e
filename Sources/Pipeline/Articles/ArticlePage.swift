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
    let isStated = [.layout, .structureTree].contains(text.order)
    passages = text.withFormulasInWords.blocks.flatMap(\.withHeadingApart)
      .flatMap(\.withCapitalsApart).flatMap(\.withItemsApart).compactMap { block in
        defer { lineCount += block.lines.count }
        // Reading aids would stand in the middle of the text.
        guard block.role != .ruby else { return nil }
        var passage = Passage(block, page: index, firstLine: lineCount, links: links)
        passage?.isStated = isStated
        if text.order == .layout { passage?.isRest = block.isContinuation }
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

extension TextBlock {
  /// Two blocks where the first lines are a heading that is set close to its text: bold, or larger, and
  /// shorter than the other lines, or followed by a line that begins as a sentence or a name does.
  fileprivate var withHeadingApart: [TextBlock] {
    guard role == .paragraph, lines.count > 1, let first = lines.first, first.plain.count > 2,
      let style = first.headingStyle
    else { return [self] }
    let heading = lines.prefix { $0.headingStyle == style }
    let rest = lines.dropFirst(heading.count)
    let restStyle = mostCommon(rest.map { ($0.mainStyle, $0.plain.count) })
    guard heading.count <= 2, let last = heading.last, let restStyle,
      style.isBold && !restStyle.isBold && style.size >= 0.9 * restStyle.size
        || style.size >= 1.15 * restStyle.size,
      last.box.width < 0.9 * box.width || rest.first?.plain.first?.isUppercase == true,
      last.plain.last.map({ !".,;:".contains($0) }) ?? false,
      var title = TextBlock(role: role, lines: Array(heading)),
      var text = TextBlock(role: role, lines: Array(rest))
    else { return [self] }
    (title.thread, text.thread) = (thread, thread)
    title.isContinuation = isContinuation
    return [title, text]
  }
}

/// The weight and size of a line's words.
private struct LineStyle: Hashable {
  let isBold: Bool
  let size: Double
}

extension TextLine {
  private var styles: [(LineStyle, Int)] {
    var fonts = FontStyles()
    return words.map {
      (LineStyle(isBold: fonts.style(of: $0.font).isBold, size: $0.size), $0.text.count)
    }
  }

  /// The style of most letters.
  fileprivate var mainStyle: LineStyle {
    mostCommon(styles) ?? LineStyle(isBold: false, size: 0)
  }

  /// That of all words, or of a section's number, the last word and most letters; nil of any other line.
  fileprivate var headingStyle: LineStyle? {
    let isNumbered =
      plain.first?.isNumber == true && styles.first?.0 == mainStyle && styles.last?.0 == mainStyle
    return isNumbered || styles.allSatisfy { $0.0 == mainStyle } ? mainStyle : nil
  }
}
