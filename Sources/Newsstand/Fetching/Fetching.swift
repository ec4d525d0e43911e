/// Fetches URLs. Stores and downloads go through it, so that tests can answer in place of the
/// network.
public protocol Fetching: Sendable {
  /// Gets a whole answer into memory, such as a catalog or a cover.
  ///
  /// Throws `refused`, `unreachable`, `stalled`, `badAnswer`, `needsAuthorization`, `tooLarge`,
  /// `notFound` (404 and 410), `cancelled`.
  func fetch(_ request: FetchRequest) async throws(NewsstandError) -> FetchedAnswer
}

/// The URL to fetch, with the maximum size.
public struct FetchRequest: Sendable, Hashable {
  public var url: String
  /// The maximum size of the body in bytes, after decompression.
  public var mostBytes: Int
  /// The validators of an earlier answer: if they still apply, the answer says so and has no body.
  public var validators: FetchValidators?
  /// The value of the `Accept` field.
  public var accept: String?
  /// The URL of the catalog that this URL comes from; nil for one that a person entered. See
  /// `FetchPolicy`.
  public var namedBy: String?
  /// The body of a POST; nil for a GET.
  public var body: [UInt8]?
  /// The customer's token for a shop, sent as `Authorization: Bearer`; secret.
  public var account: String?

  public init(
    url: String, mostBytes: Int, validators: FetchValidators? = nil, accept: String? = nil,
    namedBy: String? = nil
  ) {
    self.url = url
    self.mostBytes = mostBytes
    self.validators = validators
    self.accept = accept
    self.namedBy = namedBy
  }
}

/// The validators of a resource's state (RFC 9110, section 8.8).
public struct FetchValidators: Sendable, Hashable {
  public var entityTag: String?
  public var lastModified: String?

  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }
}

/// The answer to a `FetchRequest`.
public struct FetchedAnswer: Sendable, Hashable {
  /// The body; empty if `isUnchanged`.
  public var bytes: [UInt8]
  /// The URL after all redirects: the base of relative references in the body.
  public var url: String
  public var mediaType: String?
  public var validators: FetchValidators
  /// The time in seconds for which the server says that the answer stays fresh; nil if it does
  /// not say.
  public var freshSeconds: Double?
  /// True if the request's validators still apply (status 304).
  public var isUnchanged: Bool

  public init(
    bytes: [UInt8], url: String, mediaType: String? = nil,
    validators: FetchValidators = FetchValidators(), isUnchanged: Bool = false
  ) {
    self.bytes = bytes
    self.url = url
    self.mediaType = mediaType
    self.validators = validators
    self.isUnchanged = isUnchanged
  }
}
