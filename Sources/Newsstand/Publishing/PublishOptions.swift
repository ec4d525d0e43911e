/// The options of publishing.
public struct PublishOptions: Sendable, Hashable {
  /// The title of the catalog; nil for the previous one, else the folder's name.
  public var title: String?
  public var summary: String?
  /// The product under which a shop sells the subscription to all issues.
  public var subscriptionProductID: String?
  /// The URL of the output on the web, such as `https://example.org/harbor/`: then feeds other than
  /// `catalog.json` have absolute URLs, which old apps need.
  public var baseURL: String?
  /// True if content that no feed lists any longer is removed. Clients with an old feed may still
  /// need it.
  public var removesOldContent = false

  public init() {}
}
