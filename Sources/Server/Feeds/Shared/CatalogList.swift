import PageModel

/// Which publications a feed has, and in which order.
struct CatalogList: Sendable, Hashable {
  /// How they follow one another.
  enum Order: String, Sendable, Hashable, CaseIterable {
    case name
    case newest

    /// What a person reads.
    var label: String {
      switch self {
      case .name: "By name"
      case .newest: "Newest first"
      }
    }
  }

  var order = Order.name
  /// What is looked for; nil for all.
  var words: String?

  /// Whether it is what a search found.
  var isSearch: Bool { words != nil }

  /// Words longer than any title are no search.
  static let maximumWords = 500

  init(order: Order = .name, words: String? = nil) {
    self.order = order
    self.words = words
  }

  /// As a request asks for it, with the words in the item of that name.
  init(_ query: Query, words name: String? = nil) throws(ServerError) {
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
