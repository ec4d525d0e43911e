import PageModel
import Pipeline

/// What stands on pages and belongs to no article: running heads, page numbers, what the source
/// itself calls furniture.
struct PageFurniture: Sendable {
  /// Of the page's height, at its top and at its bottom.
  private static let margin = 0.12
  /// On how many pages a line stands that is a running head.
  private static let repetitions = 3

  private let repeated: Set<String>

  init(_ pages: [ArticlePage]) {
    var counts: [String: Int] = [:]
    for page in pages {
      let lines = page.text.blocks.filter { Self.isAtEdge($0, of: page) }.map(Self.pattern)
      for line in Set(lines) { counts[line, default: 0] += 1 }
    }
    repeated = Set(counts.filter { $0.value >= Self.repetitions }.keys)
  }

  func contains(_ block: TextBlock, of page: ArticlePage) -> Bool {
    if block.role == .artifact || block.role == .tableOfContents { return true }
    guard Self.isAtEdge(block, of: page) else { return false }
    let pattern = Self.pattern(block)
    return pattern.allSatisfy { $0 == "#" || !$0.isLetter } || repeated.contains(pattern)
  }

  private static func isAtEdge(_ block: TextBlock, of page: ArticlePage) -> Bool {
    block.lines.count <= 2
      && (block.box.maxY < page.size.height * margin
        || block.box.minY > page.size.height * (1 - margin))
  }

  /// The text with a sign for each number, so that pages differ in it no more.
  private static func pattern(_ block: TextBlock) -> String {
    var pattern = ""
    for character in TextSearch.folded(block.lines.map(\.plain).joined(separator: " ")) {
      if !character.isNumber {
        pattern.append(character)
      } else if pattern.last != "#" {
        pattern.append("#")
      }
    }
    return pattern
  }
}
