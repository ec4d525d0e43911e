/// A backend turns one family of formats into publications. This is the only protocol that a plugin
/// must conform to, beside those of the values it returns.
public protocol PageBackend: Sendable {
  var info: BackendInfo { get }
  /// `info.id`, for which nothing needs to be loaded.
  var id: String { get }
  /// `info.fileExtensions`, for which nothing needs to be loaded.
  var fileExtensions: [String] { get }

  /// `info.engine`, for which nothing needs to be loaded.
  var engine: String? { get }

  /// The confidence that the source is one of its own, judged by content before name.
  func recognizes(_ probe: SourceProbe) -> Confidence

  /// Opens the source.
  ///
  /// Throws `damaged`, `unsupported`, `needsPassword` or `notInstalled`. The result belongs
  /// to one thread at a time: publications and pages are not `Sendable`.
  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication

  /// Loads what can be loaded before any source is seen, so that processes made of this one by
  /// `fork` have it. It must leave no thread behind. Nothing by default.
  func preload()

  /// Files beside the source at `path` that the backend may read as well, whether they exist or
  /// not, such as a sidecar. None by default.
  func companions(ofSourceAt path: String) -> [String]

  /// Files and folders of the system that the backend reads, beyond libraries and fonts. None by
  /// default. A worker asks for them before it enters its sandbox, so that a backend which has to
  /// look for them can keep what it found.
  var readablePaths: [String] { get }

  /// Facts about its sources, for which nothing needs to be loaded. By default each file is a
  /// publication by itself.
  var sourceTraits: SourceTraits { get }

  /// False where something is missing without which it can open nothing. True by default: most
  /// backends find that out when they open a source.
  var isInstalled: Bool { get }
}

extension PageBackend {
  public var id: String { info.id }
  public var engine: String? { nil }
  public var fileExtensions: [String] { info.fileExtensions }
  public func preload() {}
  public func companions(ofSourceAt path: String) -> [String] { [] }
  public var readablePaths: [String] { [] }
  public var sourceTraits: SourceTraits { SourceTraits() }
  public var isInstalled: Bool { true }
}

/// The description of a backend.
public struct BackendInfo: Sendable, Hashable {
  /// A short stable name, such as `pdf`.
  public var id: String
  /// The version of the results: it changes whenever the same request may give other pixels, and
  /// contains the libraries' versions.
  public var version: String
  public var mediaTypes: [String]
  /// Lower-case file extensions without a dot.
  public var fileExtensions: [String]
  /// The capabilities of its publications and pages beyond `render`.
  public var capabilities: [Capability]
  /// A short name of the library that reads, such as `poppler`, where another backend reads the same
  /// with another one; nil where there is no choice.
  public var engine: String?

  public init(
    id: String, version: String, mediaTypes: [String], fileExtensions: [String],
    capabilities: [Capability], engine: String? = nil
  ) {
    self.id = id
    self.version = version
    self.mediaTypes = mediaTypes
    self.fileExtensions = fileExtensions
    self.capabilities = capabilities
    self.engine = engine
  }
}

/// The confidence of a backend in a source, from 0 (not mine) to 100 (no doubt).
public struct Confidence: Sendable, Hashable, Comparable {
  public let value: Int

  public init(_ value: Int) {
    self.value = min(100, max(0, value))
  }

  public static let none = Confidence(0)
  /// The name fits and the content does not contradict it.
  public static let byName = Confidence(30)
  /// The content could be, among others, mine.
  public static let byContent = Confidence(70)
  /// A signature that no other format has.
  public static let certain = Confidence(100)

  public static func < (a: Confidence, b: Confidence) -> Bool { a.value < b.value }
}

/// The options for opening a publication.
public struct OpenOptions: Sendable, Hashable {
  /// Tried as user and as owner password.
  public var password: String?
  /// The layout of a reflowable publication; others ignore it.
  public var layout: LayoutOptions
  /// Seconds that one call of the publication may take. A backend that waits for a helper gives up
  /// before they have passed, and throws `limit`. In a worker they are `WorkerLimits.seconds`,
  /// whatever is asked for here.
  public var callSeconds: Double
  /// The engine that is to read it where several backends are equally sure, by `BackendInfo.engine`;
  /// nil for the first of them.
  public var engine: String?

  public init(
    password: String? = nil, layout: LayoutOptions = LayoutOptions(), callSeconds: Double = 10,
    engine: String? = nil
  ) {
    self.engine = engine
    self.password = password
    self.layout = layout
    self.callSeconds = callSeconds
  }
}

extension Sequence where Element == any PageBackend {
  /// Those that are surest of a source, in the order in which they are to be asked to open it: the
  /// one with the engine that is preferred, then as they stand in the list. None if no backend
  /// knows the source.
  package func surest(of probe: SourceProbe, preferring engine: String?) -> [any PageBackend] {
    let judged = map { ($0, $0.recognizes(probe)) }
    guard let best = judged.map(\.1).max(), best > .none else { return [] }
    let surest = judged.filter { $0.1 == best }.map(\.0)
    guard let engine else { return surest }
    return surest.filter { $0.engine == engine } + surest.filter { $0.engine != engine }
  }
}
