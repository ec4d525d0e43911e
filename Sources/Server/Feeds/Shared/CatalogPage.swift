import RectoPageModel

/// A page of a feed, with few enough publications to open them while a client waits.
struct CatalogPage: Sendable {
  let list: CatalogList
  /// From 1.
  let number: Int
  /// At least one, which may be empty.
  let count: Int
  /// The number of items on all pages.
  let itemCount: Int
  let entries: [CatalogEntry]
  /// The time of the newest change in the whole list.
  let modified: Timestamp

  static let itemsPerPage = 24
  /// A browser that has to be started first needs some seconds; clients wait for thirty.
  static let patience = Duration.seconds(15)

  /// Throws 404 beyond the last page.
  init(_ list: CatalogList, number: Int, of shelf: Shelf) async throws(ServerError) {
    let items = await list.items(on: shelf)
    count = max(1, (items.count + Self.itemsPerPage - 1) / Self.itemsPerPage)
    guard number <= count else { throw .notFound("the catalog has \(count) pages") }
    let start = (number - 1) * Self.itemsPerPage
    let part = Array(items.dropFirst(start).prefix(Self.itemsPerPage))
    let records = await shelf.records(part, within: Self.patience)
    entries = CatalogEntry.entries(part, records, on: shelf)
    modified = items.map(\.modified).max() ?? Timestamp(seconds: 0)
    itemCount = items.count
    self.list = list
    self.number = number
  }

  /// The existing pages around it, by their relations.
  var neighbors: [(relation: String, page: Int)] {
    guard count > 1 else { return [] }
    var neighbors = [("first", 1), ("last", count)]
    if number > 1 { neighbors.append(("previous", number - 1)) }
    if number < count { neighbors.append(("next", number + 1)) }
    return neighbors.map { (relation: $0.0, page: $0.1) }
  }
}

/// A publication in a catalog.
struct CatalogEntry: Sendable {
  let item: ShelfItem
  /// The media type that the file is sent with, also where it cannot be opened.
  let fileType: String
  /// Nil for one that cannot be opened, or takes long.
  let record: PublicationRecord?
  /// The reason why it cannot be opened: then it is offered as the file that it is.
  let problem: String?

  /// The entries of items with their records, without those that offer nothing.
  static func entries(
    _ items: some Sequence<ShelfItem>, _ records: [Result<PublicationRecord, PageError>?],
    on shelf: Shelf
  ) -> [CatalogEntry] {
    zip(items, records).compactMap { item, record in
      CatalogEntry(item, record, fileType: shelf.mediaType(of: item))
    }
  }

  /// Nil for a folder that cannot be opened: there is nothing to offer of it.
  private init?(
    _ item: ShelfItem, _ result: Result<PublicationRecord, PageError>?, fileType: String
  ) {
    self.item = item
    self.fileType = fileType
    switch result {
    case .success(let record):
      self.record = record
      problem = nil
    case .failure(let error):
      record = nil
      problem = error.message
    case nil:
      record = nil
      problem = nil
    }
    if problem != nil, !item.isFile { return nil }
  }
}
