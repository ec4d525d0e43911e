import RectoPageModel

/// The facts of a page that are kept for rules about the whole issue: few, since there may be
/// thousands of pages.
struct PageSummary: Sendable {
  struct Heading: Sendable {
    /// From 1 to 6.
    var level: Int
    var text: String
    var box: Rect
  }

  /// A heading is quoted to be found, not to be read.
  private static let headingLength = 60

  var index: Int
  /// The trimmed page in points as it is shown.
  var shownSize: Size
  var order: ReadingOrder
  var hasWords: Bool
  /// True if all of its words state their language.
  var statesLanguage: Bool
  var headings: [Heading] = []
  /// The first word of each font.
  var fonts: [String: Rect] = [:]

  init(_ page: PageContents) {
    index = page.index
    let size = page.trim.size
    shownSize = page.facts.rotation.swapsAxes ? size.transposed : size
    order = page.text.order
    let words = page.words
    hasWords = !words.isEmpty
    statesLanguage = words.allSatisfy { $0.language != nil }
    for word in words {
      guard let font = word.font, fonts[font] == nil else { continue }
      fonts[font] = word.box
    }
    headings = page.text.blocks.compactMap { block in
      block.role.headingLevel.map { level in
        let text = block.lines.map(\.plain).joined(separator: " ")
        return Heading(level: level, text: String(text.prefix(Self.headingLength)), box: block.box)
      }
    }
  }
}

extension TextRole {
  /// From 1 to 6; nil for anything but a heading.
  var headingLevel: Int? {
    switch self {
    case .heading1: 1
    case .heading2: 2
    case .heading3: 3
    case .heading4: 4
    case .heading5: 5
    case .heading6: 6
    default: nil
    }
  }
}
