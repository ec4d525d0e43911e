/// How issues are published.
public struct PublishOptions: Sendable, Hashable {
  /// What the catalog is called; nil for what it was called before, else the folder's name.
  public var title: String?
  public var summary: String?
  /// What a shop knows the subscription to all issues by.
  public var subscriptionProductID: String?
  /// Where the output will lie on the web, such as `https://example.org/harbor/`: then feeds other
  /// than `catalog.json` have absolute URLs, which apps of old want.
  public var baseURL: String?
  /// Whether content that no feed names any longer is removed. Who has an old feed still wants it.
  public var removesOldContent = false

  public init() {}
}
