/// The reason why an operation on stores or the library failed: a code, and a sentence for people.
public struct NewsstandError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A catalog, or an entry of one, cannot be read.
    case badCatalog
    /// A URL of a kind that is not allowed, or an address that is not, or too many redirects.
    case refused
    /// The server cannot be reached, or the connection ended early too often.
    case unreachable
    /// Nothing came for too long.
    case stalled
    /// The server answered with an error status, or with invalid HTTP.
    case badAnswer
    /// The server wants a user's name, or payment.
    case needsAuthorization
    /// The bytes are not those that the catalog promises: their length or digest differs.
    case corrupt
    /// The signature of a catalog is missing or not the publisher's, or the catalog is an older one.
    case untrusted
    /// More bytes than are allowed.
    case tooLarge
    /// The content is not a publication, or its first page cannot be shown.
    case badContent
    /// There is no such issue, store or file.
    case notFound
    /// The issue has to be bought first.
    case needsPurchase
    /// There is not enough room on the disk.
    case noSpace
    /// A file cannot be written or read.
    case cannotWrite
    /// The library is of a newer program, or damaged.
    case badLibrary
    /// The request of a person or a client cannot be read.
    case badRequest
    /// The issue is in a state in which that cannot be done.
    case notNow
    /// It was cancelled.
    case cancelled
  }

  public let code: Code
  /// One sentence with the problem, its place and the remedy, in lower case and without a full
  /// stop.
  public let message: String
  /// The time in seconds after which a server asked for the next request.
  public let retryAfter: Double?
  /// With `needsPurchase`, the page of a shop on which a person has to pay.
  public let payment: String?

  public init(
    _ code: Code, _ message: String, retryAfter: Double? = nil, payment: String? = nil
  ) {
    self.payment = payment
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
  }

  public var description: String { message }
}
