import RectoPageModel

/// The publications of a feed, and their order.
struct CatalogList: Sendable, Hashable {
  /// The order of publications.
  enum Order: String, Sendable, Hashable, CaseIterable {
    case name
    case newest

    /// The name for people.
    var label: String {
      switch self {
      case .name: "By name"
      case .newest: "Newest first"
      }
    }
  }

  var order = Order.name
  /// The words of a search; nil for all publications.
  var words: String?

  /// True if it is the result of a search.
  var isSearch: Bool { words != nil }

  /// The maximum length of a search, longer than any title.
  static let maximumWords = 500

  init(order: Order = .name, words: String? = nil) {
    self.order = order
    self.words = words
  }

  /// Reads a request; `name` is the parameter with the words of a search.
  init(_ query: QueryParameters, words name: String? = nil) throws(ServerError) {
    if let text = try query.text("order") {
      guard let order = Order(rawValue: text) else {
        throw .badRequest("order must be name or newest")
      }
      self.order = order
    }
    if let name {
      let text = try query.text(name) ?? ""
      guard text.utf8.count <= Self.maximumWords else {
        throw .badRequest("\(name) must have no more than \(Self.maximumWords) bytes")
      }
      words = text
    }
  }

  /// The items of the query that asks for a page of it.
  func query(_ name: String, page: Int) -> String {
    var items: [String] = []
    if let words { items.append("\(name)=\(Locator.href(ofPath: words))") }
    if order != .name { items.append("order=\(order.rawValue)") }
    return (items + ["page=\(page)"]).joined(separator: "&")
  }

  /// The publications.
  func items(on shelf: Shelf) async -> [ShelfItem] {
    let items =
      if let words { await shelf.search(words) } else { await shelf.items() }
    switch order {
    case .name: return items
    case .newest: return items.sorted { $0.modified > $1.modified }
    }
  }
}
