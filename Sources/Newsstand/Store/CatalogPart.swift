/// A request of a `CatalogWalk`: for the catalog itself, a further page, or a feed that it leads to.
struct CatalogPart: Sendable {
  /// The requested URL; empty for the catalog itself.
  let request: String
  /// The index of the part that led to it; nil for the catalog itself.
  let parent: Int?
  /// True if the server answered and the answer could be read; false for a kept answer.
  var isRead = false
  /// The indices of its issues in the catalog.
  var issues = 0..<0
}
