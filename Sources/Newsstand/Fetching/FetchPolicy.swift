/// The rules for fetching, and its time limits.
///
/// An address that a person names may be anywhere, including their own network. An address that a
/// server names may not: one that is not public (loopback, private, link-local, of a cloud's
/// metadata …) is refused if a redirect leads to it, or if a catalog on another host names it. Only
/// if the person named such an address may a redirect lead to the same address or host again. A name
/// of the Internet never leads to this machine, since its owner can have it do so later. The address
/// is checked before a connection to it is opened, since a name can stand for any address.
///
/// No proxy is used, whatever the environment says, since it would hide that address. Certificates
/// are always verified, and a redirect never leads from `https` to `http`. An `http` address that a
/// catalog on `https` names is downloaded only with a digest in the catalog.
public struct FetchPolicy: Sendable, Hashable {
  /// True if redirects and catalogs may lead to addresses that are not public.
  public var isPrivateAllowed = false
  /// True if `file:` URLs may be read. Redirects never lead to them.
  public var isFileAllowed = false
  /// Redirects of one request.
  public var mostRedirects = 5
  /// For the name, the connection and its encryption together.
  public var connectSeconds = 10.0
  /// A transfer that brings less than `fewestBytesPerSecond` over as many seconds is ended.
  public var stallSeconds = 10.0
  /// Below the slowest networks of telephones, and far above a peer that stalls on purpose.
  public var fewestBytesPerSecond = 128
  /// The time limit of a whole answer in memory, in seconds.
  public var answerSeconds = 120.0
  /// Attempts after the first one that bring nothing new. One that does begins the count again.
  public var retries = 3
  /// Before the first of them; each later one waits twice as long, less a random part.
  public var retrySeconds = 0.5
  /// Longest `Retry-After` that is waited for. Beyond it, the error says it.
  public var mostRetryAfter = 60.0
  /// The maximum size of one downloaded file.
  public var mostBytes = 16 << 30
  /// Left free on the disk.
  public var spareBytes = 32 << 20
  /// A file of certificates (PEM) to trust in place of the system's, as a server in one's own
  /// network may need.
  public var certificates: String?
  /// The user agent sent to servers.
  public var userAgent = "recto"

  public init() {}

  /// The minimum number of bytes in a span of `stallSeconds`.
  var fewestBytes: Int { Int(stallSeconds * Double(fewestBytesPerSecond)) }
}
