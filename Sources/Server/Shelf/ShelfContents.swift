/// The items of one look through the shelf.
struct ShelfContents: Sendable {
  let items: [ShelfItem]
  /// The items that were left out, as sentences.
  let warnings: [String]
  private let byID: [String: ShelfItem]

  init(items: [ShelfItem], warnings: [String]) {
    self.items = items
    self.warnings = warnings
    byID = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
  }

  subscript(_ id: String) -> ShelfItem? { byID[id] }

  /// These, and others behind them.
  func adding(_ others: [ShelfItem]) -> ShelfContents {
    others.isEmpty ? self : ShelfContents(items: items + others, warnings: warnings)
  }
}
