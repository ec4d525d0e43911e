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
  /// The place where sources are opened.
  public let isolation: Isolation
  /// The limits of one request.
  public let limits: Limits
  /// The cache of image files; nil to render each time.
  public let cache: ResultCache?
  /// Keeps laid-out books; nil if they are forgotten when they are closed.
  public let layouts: ResultCache?
  private let fonts: FontSet?
  private let quarantine: Quarantine

  /// An engine for these backends. Nothing is opened or started; a cache is asked which fonts there
  /// are. Without `layouts` it is the cache that keeps how books are laid out. A source that ended too many workers is refused until its time is over by `now`.
  public init(
    backends: [any PageBackend], isolation: Isolation, limits: Limits = Limits(),
    cache: ResultCache? = nil, layouts: ResultCache? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.backends = backends
    self.isolation = isolation
    self.limits = limits
    self.cache = cache
    self.layouts = layouts ?? cache
    fonts = cache.map { FontSet.current(memo: $0) }
    quarantine = Quarantine(now: now)
  }

  /// The number of workers that have crashed or exceeded a limit, for the monitoring of a server.
  /// Each was replaced when it was needed again.
  public var endedWorkers: Int { quarantine.endings }

  /// Opens a file, a folder, or `-` for standard input.
  ///
  /// Throws `notFound`, `unreadable`, `unsupported` if no backend knows the source,
  /// `badRequest` for a layout that cannot be, and what the backend throws.
  public func open(
    _ path: String, options: OpenOptions = OpenOptions()
  ) async throws(PageError) -> OpenPublication {
    try options.layout.check()
    let source = try readSource(path, limits: limits)
    let backend = try recognize(source)
    let opening: Opening
    var concurrency = 1
    let layouts = PublicationLayouts { cachedLayouts(of: source, backend, options) }
    switch isolation {
    case .inProcess:
      opening = .inProcess(source.inAbsoluteTerms, backend, options, layouts)
    case .workers(let pool):
      let site = try WorkerSite(
        source, backend: backend, options: options, isSandboxed: pool.isSandboxed,
        layouts: layouts)
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

  /// True if the cache has the page count of a source in this layout, so that it can be opened
  /// whole as fast as an excerpt; see `LayoutOptions.excerpt`. Opens nothing, but reads a
  /// reflowable source to identify it.
  public func isCounted(_ path: String, options: OpenOptions = OpenOptions()) -> Bool {
    guard let source = try? readSource(path, limits: limits),
      let backend = try? recognize(source), backend.info.capabilities.contains(.locators)
    else { return false }
    return cachedLayouts(of: source, backend, options)?.layout(.pagination) != nil
  }

  /// The layouts of a source that the cache keeps. Of what needs a password nothing is.
  private func cachedLayouts(
    of source: Source, _ backend: any PageBackend, _ options: OpenOptions
  ) -> CachedLayouts? {
    guard let layouts, layouts.keepsLayouts, options.password == nil else { return nil }
    return CachedLayouts(
      layouts, source: source, backend: backend, fonts: fonts ?? FontSet.current(memo: layouts),
      options: options)
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
    return backends.flatMap(\.info.fileExtensions).filter { seen.insert($0).inserted }
      .joined(separator: ", ")
  }
}
