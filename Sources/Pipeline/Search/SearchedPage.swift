import RectoPageModel

/// A page's text, made ready to be searched.
struct SearchedPage: Sendable {
  let page: Int
  let size: Size
  /// True if the page is shown without rotation.
  let isUpright: Bool
  let lines: [FlowLine]
  let blocks: [TextBlock]
  /// For each block, true if its letters are as large as most of the page's, and it is not a
  /// heading, caption or note.
  let isBody: [Bool]
  /// The texts in its margins.
  let margins: Set<PageFurniture.Place>

  private static let mostCharacters = 2_000_000
  /// The maximum deviation of a block's letters from the most common size, as a share of it.
  private static let sizeTolerance = 0.1
  /// The same for heights of boxes, which depend on the letters in them.
  private static let heightTolerance = 0.3

  /// Throws `limit` for a text of more than two million characters.
  init(
    _ text: PageText, page: Int, size: Size, isUpright: Bool, _ folding: TextFolding
  ) throws(PageError) {
    var letters = 0
    for block in text.blocks {
      for line in block.lines {
        for word in line.words { letters += word.text.utf8.count }
      }
    }
    guard letters <= Self.mostCharacters else {
      throw PageError(
        .limit,
        "the page has \(letters) bytes of text and is not searched: \(Self.mostCharacters) are"
          + " the limit")
    }
    self.page = page
    self.size = size
    self.isUpright = isUpright
    blocks = text.blocks
    margins = PageFurniture.places(of: text.blocks, onPage: page, size: size)
    lines = Self.lines(of: text, page: page, folding)
    let named = text.blocks.map { block in
      mostCommon(block.lines.flatMap(\.words).map { ($0.size, $0.text.utf8.count) }) ?? 0
    }
    // Text that was recognized from a picture often comes without sizes.
    let hasSizes = named.contains { $0 > 0 }
    let sizes = hasSizes ? named : text.blocks.map(Self.lineHeight)
    let tolerance = hasSizes ? Self.sizeTolerance : Self.heightTolerance
    let weights = text.blocks.map { block in
      block.lines.reduce(0) { $0 + $1.words.reduce(0) { $0 + $1.text.utf8.count } }
    }
    let usual = mostCommon(Array(zip(sizes, weights))) ?? 0
    isBody = zip(text.blocks, sizes).map { block, size in
      switch block.role {
      case .paragraph, .listItem, .quote, .tableCell, .code, .formula:
        abs(size - usual) <= tolerance * usual
      case .title, .heading1, .heading2, .heading3, .heading4, .heading5, .heading6, .caption,
        .note, .tableOfContents, .ruby, .artifact:
        false
      }
    }
  }

  /// A page without a part of a hit: its margins only help to recognize page furniture.
  init(_ page: SearchIndex.Page, page index: Int) {
    self.page = index
    size = page.size
    isUpright = false
    lines = []
    blocks = []
    isBody = []
    margins = page.margins
  }

  /// The median height of a block's words, across their lines, in whole points.
  private static func lineHeight(of block: TextBlock) -> Double {
    let heights = block.lines.flatMap(\.words).map {
      $0.direction == .topToBottom ? $0.box.width : $0.box.height
    }.sorted()
    return heights.isEmpty ? 0 : heights[heights.count / 2].rounded()
  }

  static func lines(of text: PageText, page: Int, _ folding: TextFolding) -> [FlowLine] {
    var words = 0
    var lines: [FlowLine] = []
    for (index, block) in text.blocks.enumerated() {
      for line in block.lines where !line.words.isEmpty {
        lines.append(FlowLine(line, page: page, block: index, firstWord: words, folding))
        words += line.words.count
      }
    }
    return lines
  }
}
