/// The options of publishing.
public struct PublishOptions: Sendable, Hashable {
  /// The title of the catalog; nil for the previous one, else the folder's name.
  public var title: String?
  public var summary: String?
  /// The product under which a shop sells the subscription to all issues.
  public var subscriptionProductID: String?
  /// The price of that subscription, such as `19.99 EUR`.
  public var subscriptionPrice: String?
  /// The place of contents that have to be bought.
  public var paidContent = PaidContent.undecided
  /// The URL of the output on the web, such as `https://example.org/harbor/`: then feeds other than
  /// `catalog.json` have absolute URLs, which old apps need.
  public var baseURL: String?
  /// True if content that no feed lists any longer is removed. Clients with an old feed may still
  /// need it.
  public var removesOldContent = false
  /// The key that signs the feeds, each in a file beside it; nil to sign nothing.
  public var signingKey: SigningKey?
  /// The time to wait for another run that writes to the same output.
  public var lockTimeout: Duration = .seconds(60)

  public init() {}
}

/// The place of contents that have to be bought.
public enum PaidContent: Sendable, Hashable {
  /// None is given: an issue with a price is left out, with a sentence that asks for one.
  case undecided
  /// Beside the free ones, where everyone with the address can fetch them.
  case open
  /// In this folder, out of which `PublishedStore` hands them out against a receipt.
  case guarded(String)
}

/// The result of publishing.
public struct PublishReport: Sendable, Hashable {
  /// The issues in the feeds, the newest first, with the URLs of `catalog.json`.
  public var issues: [Issue] = []
  /// The catalog's title.
  public var title: String?
  public var added: [IssueID] = []
  public var changed: [IssueID] = []
  public var removed: [IssueID] = []
  /// A sentence for each publication that is not in the feeds, or only in its earlier version.
  public var problems: [String] = []
  /// The feeds that were written, by name; the others are unchanged.
  public var writtenFeeds: [String] = []
  /// Content that was removed, by name.
  public var removedContent: [String] = []
}
