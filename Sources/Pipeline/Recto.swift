import PageModel
import Workers

/// The page engine: a list of backends, where they run, and the limits that they work under.
///
///     let pool = WorkerPool(zygote: zygote)
///     let recto = Recto(backends: builtInBackends(), isolation: .workers(pool))
///     let issue = try await recto.open("issue.pdf")
///     let cover = try await issue.render(page: 0, RenderRequest(scale: .pixelsPerPoint(2)))
public struct Recto: Sendable {
  /// Asked in this order; of equally sure ones the first opens a source.
  public let backends: [any PageBackend]
  /// Where sources are opened.
  public private(set) var isolation: Isolation
  /// What one request may use.
  public let limits: Limits
  /// Where image files are kept for the next time; nil where they are not.
  public let cache: ResultCache?
  private let fonts: FontSet?
  private let quarantine: Quarantine

  /// An engine for these backends. Nothing is opened or started; a cache is asked which fonts there
  /// are. A source that ended too many workers is refused until its time is over by `now`.
  public init(
    backends: [any PageBackend], isolation: Isolation, limits: Limits = Limits(),
    cache: ResultCache? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.backends = backends
    self.isolation = isolation
    self.limits = limits
    self.cache = cache
    fonts = cache.map { FontSet.current(memo: $0) }
    quarantine = Quarantine(now: now)
  }

  /// How many workers have crashed, taken too long or taken too much, for whoever watches a server.
  /// Each was replaced when it was needed again.
  public var endedWorkers: Int { quarantine.endings }

  /// Opens a file, a folder, or `-` for standard input.
  ///
  /// Throws `notFound`, `unreadable`, `unsupported` where no backend knows the source,
  /// `badRequest` for a layout that cannot be, and what the backend throws.
  public func open(
    _ path: String, options: OpenOptions = OpenOptions()
  ) async throws(PageError) -> OpenPublication {
    try options.layout.check()
    return try await open(try readSource(path, limits: limits), options: options)
  }

  /// Opens a source that was read already, such as bytes under a name.
  ///
  /// Throws as `open(_:options:)` of a path.
  public func open(
    _ source: Source, options: OpenOptions = OpenOptions()
  ) async throws(PageError) -> OpenPublication {
    try options.layout.check()
    let backend = try recognize(source)
    let opening: Opening
    var concurrency = 1
    switch isolation {
    case .inProcess:
      opening = .inProcess(source.inAbsoluteTerms, backend, options)
    case .workers(let pool):
      let site = try WorkerSite(
        source, backend: backend, options: options, isSandboxed: pool.isSandboxed,
        memo: pagination(of: source, backend, options))
      opening = .worker(site, pool.zygote, pool.limits, quarantine)
      concurrency = pool.count
    }
    return try await OpenPublication(
      opening, source: source.path, backend: backend, limits: limits, concurrency: concurrency
    ) { version in
      guard let cache, let fonts else { return nil }
      return CachedPublication(
        cache, source: source, backend: backend, version: version, fonts: fonts, options: options)
    }
  }

  /// The same engine - its cache, and its memory of sources that end workers - with other workers.
  public func isolated(by isolation: Isolation) -> Recto {
    var copy = self
    copy.isolation = isolation
    return copy
  }

  /// Whether the cache knows how many pages a source has that is laid out so, which lets it be
  /// opened whole as soon as an excerpt; see `LayoutOptions.excerpt`. It opens nothing; of what can
  /// flow it reads the source.
  public func isCounted(_ path: String, options: OpenOptions = OpenOptions()) -> Bool {
    guard let source = try? readSource(path, limits: limits),
      let backend = try? recognize(source), backend.info.capabilities.contains(.locators)
    else { return false }
    return pagination(of: source, backend, options)?
      .pagination(version: backend.info.version) != nil
  }

  /// Where the counts of a book's pages are kept. Of what needs a password nothing is.
  private func pagination(
    of source: Source, _ backend: any PageBackend, _ options: OpenOptions
  ) -> CachedPagination? {
    guard let cache, let fonts, options.password == nil else { return nil }
    return CachedPagination(cache, source: source, backend: backend, fonts: fonts, options: options)
  }

  /// The backend that is surest of the source; of equally sure ones the first in the list.
  func recognize(_ source: Source) throws(PageError) -> any PageBackend {
    let probe = SourceProbe(source)
    var best: (backend: any PageBackend, confidence: Confidence)?
    for backend in backends {
      let confidence = backend.recognizes(probe)
      if confidence > best?.confidence ?? .none { best = (backend, confidence) }
    }
    if let best { return best.backend }
    if probe.isFolder {
      throw PageError(
        .unsupported,
        probe.entries.isEmpty
          ? "the folder is empty" : "the folder has no pages: no page images are in it")
    }
    if probe.head.isEmpty { throw PageError(.damaged, "the file is empty") }
    if let sentence = ForeignFormats.sentence(probe) { throw PageError(.unsupported, sentence) }
    throw PageError(
      .unsupported,
      backends.isEmpty
        ? "no backend is built in that could read it"
        : "the format is not known: Recto reads \(knownFormats)")
  }

  private var knownFormats: String {
    var seen: Set<String> = []
    return backends.flatMap(\.fileExtensions).filter { seen.insert($0).inserted }
      .joined(separator: ", ")
  }
}
