import PageModel

/// What stands around the text of pages and is no part of it: running heads, page numbers.
///
/// Where the source does not say so itself, it is what the pages have in their margins at the same
/// height again and again, numbers aside, and any number that stands there alone.
struct PageFurniture {
  private struct Place: Hashable {
    let text: String
    /// In steps of several points.
    let height: Int
  }

  /// The share of a page's height that is margin.
  private static let margin = 0.12
  /// Pages on which it has to stand.
  private static let leastPages = 3

  private var repeated: Set<Place> = []

  init(_ pages: [ArticlePage]) {
    var counts: [Place: Int] = [:]
    for page in pages {
      let places = page.passages.filter { Self.isInMargin($0, of: page) }.map(Self.place)
      for place in Set(places) { counts[place, default: 0] += 1 }
    }
    repeated = Set(counts.filter { $0.value >= Self.leastPages }.keys)
  }

  func contains(_ passage: Passage, of page: ArticlePage) -> Bool {
    if passage.role == .artifact { return true }
    guard Self.isInMargin(passage, of: page) else { return false }
    let text = passage.text
    return text.allSatisfy { $0.isNumber || $0.isWhitespace || $0.isPunctuation }
      || repeated.contains(Self.place(of: passage))
  }

  private static func isInMargin(_ passage: Passage, of page: ArticlePage) -> Bool {
    passage.lineCount <= 2
      && (passage.box.maxY <= page.size.height * margin
        || passage.box.minY >= page.size.height * (1 - margin))
  }

  private static func place(of passage: Passage) -> Place {
    let text = TextFlow.fold(passage.text, isCaseSensitive: false)
    return Place(
      text: String(text.map { $0.isNumber ? "#" : $0 }), height: Int(passage.box.minY / 8))
  }
}
