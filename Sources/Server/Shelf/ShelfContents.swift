/// The items that one scan of the shelf found.
struct ShelfContents: Sendable {
  let items: [ShelfItem]
  /// Messages about items that were left out.
  let warnings: [String]
  private let byID: [String: ShelfItem]

  init(items: [ShelfItem], warnings: [String]) {
    self.items = items
    self.warnings = warnings
    byID = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
  }

  subscript(_ id: String) -> ShelfItem? { byID[id] }

  /// The same with `others` at the end.
  func adding(_ others: [ShelfItem]) -> ShelfContents {
    others.isEmpty ? self : ShelfContents(items: items + others, warnings: warnings)
  }
}
