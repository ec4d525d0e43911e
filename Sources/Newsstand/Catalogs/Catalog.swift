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
  /// `issue 3 (“x”): its size is -1: a whole number of at least 1 is wanted`.
  public var problems: [String] = []
  /// The absolute URL of the next part.
  public var next: String?
  /// Other catalogs that it leads to, where it lists those in place of issues; absolute.
  public var feeds: [String] = []

  public init(format: CatalogFormat) {
    self.format = format
  }
}
