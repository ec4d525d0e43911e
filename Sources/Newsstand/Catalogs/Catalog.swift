/// The issues that a publisher offers in one answer, with a link to further ones.
public struct Catalog: Sendable, Hashable {
  public var format: CatalogFormat
  public var title: String?
  /// Plain text.
  public var summary: String?
  /// The product under which a purchase provider sells the subscription to all issues.
  public var subscriptionProductID: String?
  /// The price of that subscription in the catalog, such as `19.99 EUR`; nil if it states none.
  public var subscriptionPrice: String?
  /// In the order of the catalog; those of its entries that are what they should be.
  public var issues: [Issue] = []
  /// A sentence for each entry that is left out, and for what else is wrong, such as
  /// `issue 3 (“x”): its size is -1: expected a whole number of at least 1`.
  public var problems: [String] = []
  /// The absolute URL of the next part.
  public var next: String?
  /// Other catalogs that it leads to, where it lists those in place of issues; absolute.
  public var feeds: [String] = []

  public init(format: CatalogFormat) {
    self.format = format
  }
}

/// The format of a catalog; `readCatalog` recognizes it by content.
public enum CatalogFormat: String, Sendable, Hashable, CaseIterable {
  /// OPDS 2.0: JSON of publications with links.
  case opds2
  /// OPDS 1.2: an Atom feed.
  case opds1
  /// An array of dictionaries, as the Newsstand apps of old had it, in XML or binary.
  case propertyList
  /// `info.xml` of publishers with one ZIP an issue.
  case infoXML
  /// The shelf of Baker apps: a JSON array of objects.
  case bakerShelf
  /// Recto's own (docs/newsstand/catalog.md).
  case json
}

/// The limits of a catalog, beyond any magazine's; longer catalogs come in parts.
public enum CatalogLimits {
  /// Bytes of one answer.
  public static let bytes = 16 << 20
  /// Bytes of all answers of a catalog that goes on.
  public static let totalBytes = 64 << 20
  public static let issues = 100_000
  /// Answers that belong together: pages, and feeds that a catalog leads to.
  public static let pages = 200
  /// Feeds that a catalog leads to.
  public static let feeds = 20
  /// Problems that are told one by one.
  public static let problems = 100
  /// Bytes of a URL.
  public static let urlBytes = 8 << 10

  /// Characters of a line, such as a title.
  static let line = 500
  /// Characters of a description.
  static let summary = 4_000
  /// Elements of a list, such as authors or a table of contents.
  static let list = 1_000
  /// Files of an issue.
  static let assets = 10_000
}
