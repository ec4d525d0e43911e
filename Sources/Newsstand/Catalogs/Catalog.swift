/// What a publisher offers: the issues of one answer, and where there are more.
public struct Catalog: Sendable, Hashable {
  public var format: CatalogFormat
  public var title: String?
  /// Plain text.
  public var summary: String?
  /// What a purchase provider knows the subscription to all issues by.
  public var subscriptionProductID: String?
  /// In the order of the catalog; those of its entries that are what they should be.
  public var issues: [Issue] = []
  /// A sentence for each entry that is left out, and for what else is wrong, such as
  /// `issue 3 (“x”): its size is -1: a whole number of at least 1 is wanted`.
  public var problems: [String] = []
  /// Where the catalog goes on; absolute.
  public var next: String?
  /// Other catalogs that it leads to, where it lists those in place of issues; absolute.
  public var feeds: [String] = []

  public init(format: CatalogFormat) {
    self.format = format
  }
}
