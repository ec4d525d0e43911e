/// The issues that a publisher offers in one answer, with a link to the next part.
public struct Catalog: Sendable, Hashable {
  public var format: CatalogFormat
  public var title: String?
  /// Plain text.
  public var summary: String?
  /// The product under which a purchase provider sells the subscription to all issues.
  public var subscriptionProductID: String?
  /// The price of that subscription in the catalog, such as `19.99 EUR`; nil if it states none.
  public var subscriptionPrice: String?
  /// The valid entries, in the order of the catalog.
  public var issues: [Issue] = []
  /// A sentence for each entry that is left out, and for what else is wrong, such as
  /// `issue 3 (“x”): its size is -1: expected a whole number of at least 1`.
  public var problems: [String] = []
  /// The absolute URL of the next part.
  public var next: String?
  /// The absolute URLs of other catalogs, if it lists those instead of issues.
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

/// The limits of a catalog, far beyond any magazine's; longer catalogs come in parts.
public enum CatalogLimits {
  /// The maximum size of one answer in bytes.
  public static let bytes = 16 << 20
  /// The maximum size of all answers of a catalog in several parts, in bytes.
  public static let totalBytes = 64 << 20
  /// The maximum number of issues.
  public static let issues = 100_000
  /// The maximum number of answers of a catalog: its parts, and the feeds that it leads to.
  public static let pages = 200
  /// The maximum number of feeds that a catalog leads to.
  public static let feeds = 20
  /// The maximum number of problems that are listed one by one.
  public static let problems = 100
  /// The maximum length of a URL in bytes.
  public static let urlBytes = 8 << 10

  /// Characters of a line, such as a title.
  static let line = 500
  /// Characters of a description.
  static let summary = 4_000
  /// The maximum number of elements of a list, such as authors or a table of contents.
  static let list = 1_000
  /// The maximum number of files of an issue.
  static let assets = 10_000
}
