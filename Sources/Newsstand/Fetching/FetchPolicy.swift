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
  /// The maximum number of redirects of a request.
  public var mostRedirects = 5
  /// The time limit in seconds for resolving the name, connecting and the TLS handshake together.
  public var connectSeconds = 10.0
  /// The time in seconds after which a transfer that is slower than `fewestBytesPerSecond` is
  /// ended.
  public var stallSeconds = 10.0
  /// The slowest acceptable transfer in bytes per second: below the slowest mobile networks, and
  /// far above a peer that stalls on purpose.
  public var fewestBytesPerSecond = 128
  /// The time limit of a whole answer in memory, in seconds.
  public var answerSeconds = 120.0
  /// The number of attempts, after the first, that bring no new bytes. An attempt that does
  /// resets the count.
  public var retries = 3
  /// The delay before the first retry, in seconds; each later one waits twice as long, less a
  /// random part.
  public var retrySeconds = 0.5
  /// The longest `Retry-After` that is waited for, in seconds; a longer one is in the error.
  public var mostRetryAfter = 60.0
  /// The maximum size of a downloaded file in bytes.
  public var mostBytes = 16 << 30
  /// The number of bytes to leave free on the disk.
  public var spareBytes = 32 << 20
  /// A file of certificates (PEM) to trust instead of the system's, as for a server in a private
  /// network.
  public var certificates: String?
  /// The user agent sent to servers.
  public var userAgent = "recto"

  public init() {}

  /// The minimum number of bytes in a span of `stallSeconds`.
  var fewestBytes: Int { Int(stallSeconds * Double(fewestBytesPerSecond)) }
}
