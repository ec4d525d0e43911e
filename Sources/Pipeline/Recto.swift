import RectoPageModel
import RectoWorkers

/// The time at which the pages of a laid-out publication, such as a book, are counted.
public enum PageCounting: Sendable, Hashable {
  /// Before the publication is open: its page count is exact.
  case complete
  /// As far as a request needs it. Until then the page count is an estimate, and a page that turns out
  /// not to be there throws `noSuchPage`. See `OpenPublication.countPages`.
  case onDemand
}

/// The page engine: a list of backends, where they run, and the limits that they work under.
///
///     let pool = WorkerPool(zygote: zygote)
///     let recto = Recto(backends: builtInBackends(), isolation: .workers(pool))
///     let issue = try await recto.open("issue.pdf")
///     let cover = try await issue.render(page: 0, RenderRequest(scale: .pixelsPerPoint(2)))
public struct Recto: Sendable {
  /// The backends in the order in which they are asked; of equally sure ones the first opens a
  /// source.
  public let backends: [any PageBackend]
  /// The place where sources are opened.
  public private(set) var isolation: Isolation
  /// The limits of one request.
  public let limits: Limits
  /// The cache of image files; nil to render each time.
  public let cache: ResultCache?
  /// Keeps laid-out books; nil if they are forgotten when they are closed.
  public let layouts: ResultCache?
  /// The engine that reads a source where several backends are equally sure of it, unless the options
  /// name another; nil for the first of them.
  public let engine: String?
  /// True if another engine opens a source that one refuses, and draws the pages on which it fails.
  public let substitutesEngines: Bool
  private let fonts: FontSet?
  private let quarantine: Quarantine
  private let substitutions = SubstitutionCount()

  /// Makes an engine. Nothing is opened or started, except that an engine with a cache looks up
  /// the installed fonts. `cache` keeps laid-out books too unless `layouts` is given. `now` is
  /// the clock by which the refusal of a source that ended too many workers ends.
  public init(
    backends: [any PageBackend], isolation: Isolation, limits: Limits = Limits(),
    cache: ResultCache? = nil, layouts: ResultCache? = nil, engine: String? = nil,
    substitutesEngines: Bool = true,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.backends = backends
    self.isolation = isolation
    self.limits = limits
    self.cache = cache
    self.layouts = layouts ?? cache
    self.engine = engine
    self.substitutesEngines = substitutesEngines
    fonts = cache.map { FontSet.current(memo: $0) }
    quarantine = Quarantine(now: now)
  }

  /// The number of workers that have crashed or exceeded a limit, for the monitoring of a server.
  /// Each was replaced when it was needed again.
  public var endedWorkers: Int { quarantine.endings }

  /// The number of images that were drawn by an engine other than the one that opened the
  /// publication.
  public var substitutedImages: Int { substitutions.value }

  /// Opens a file, a folder, or `-` for standard input.
  ///
  /// If an engine is not installed or cannot open the source, another engine for the same format
  /// opens it, with a warning.
  ///
  /// Throws `notFound`, `unreadable`, `unsupported` where no backend knows the source,
  /// `badRequest` for an invalid layout or an unknown engine, and the errors of the backend.
  public func open(
    _ path: String, options: OpenOptions = OpenOptions(), counting: PageCounting = .complete
  ) async throws(PageError) -> OpenPublication {
    try await open(try readSource(path, limits: limits), options: options, counting: counting)
  }

  /// Opens a source that was read already, such as bytes under a name.
  ///
  /// Throws as `open(_:options:counting:)` of a path.
  public func open(
    _ source: Source, options: OpenOptions = OpenOptions(), counting: PageCounting = .complete
  ) async throws(PageError) -> OpenPublication {
    try options.layout.check()
    var options = options
    options.engine = options.engine ?? engine
    var backends = try recognize(source, preferring: options.engine)
    var refusals: [(backend: any PageBackend, error: PageError)] = []
    while let backend = backends.first {
      backends.removeFirst()
      do throws(PageError) {
        return try await open(
          source, with: backend, options, counting, others: backends,
          warnings: refusals.map(warning))
      } catch {
        let canBeOthers =
          error.code == .notInstalled || (substitutesEngines && error.isOfEngine)
        refusals.append((backend, error))
        if !canBeOthers { break }
      }
    }
    // A request for a password is reported first, since a password opens the source. Otherwise the
    // first failure of an installed engine says more than that another engine is not installed.
    let errors = refusals.map(\.error)
    throw errors.first { $0.code == .needsPassword }
      ?? errors.first { $0.code != .notInstalled } ?? errors[0]
  }

  private func warning(_ backend: any PageBackend, _ error: PageError) -> PageWarning {
    PageWarning(
      code: PageWarning.otherEngine,
      message: "another engine than \(backend.engine ?? backend.id) opened it: \(error.message)")
  }

  private func open(
    _ source: Source, with backend: any PageBackend, _ options: OpenOptions,
    _ counting: PageCounting, others: [any PageBackend], warnings: [PageWarning]
  ) async throws(PageError) -> OpenPublication {
    let plan = try plan(source, backend, options)
    let substitute = substitutesEngines ? substitute(among: others, for: source, options) : nil
    return try await OpenPublication(
      plan, limits: limits, counting: counting,
      engines: OtherEngines(substitute: substitute, count: substitutions, warnings: warnings),
      caches: caches(of: source, backend, options, substitute: substitute?.backend))
  }

  private func caches(
    of source: Source, _ backend: any PageBackend, _ options: OpenOptions,
    substitute: BackendVersion?
  ) -> PublicationCaches {
    PublicationCaches(
      mayBeExcerpt: options.layout != options.layout.withoutExcerpt,
      images: { [cache, fonts] version, isExcerpt in
        guard let cache, let fonts else { return nil }
        // Without excerpts, a publication has the same images under each of their names.
        var options = options
        if !isExcerpt { options.layout = options.layout.withoutExcerpt }
        return CachedPublication(
          cache, source: source, backend: backend, version: version, fonts: fonts, options: options,
          substitute: substitute)
      },
      index: { [layouts, fonts] version in
        // The index is kept beside the layouts of a book. That of an excerpt would lack the rest.
        guard let layouts, layouts.keepsLayouts, options.password == nil,
          options.layout.excerpt == nil
        else { return nil }
        return CachedPublication(
          layouts, source: source, backend: backend, version: version,
          fonts: fonts ?? FontSet.current(memo: layouts), options: options)
      })
  }

  /// The first of the other engines that is installed.
  private func substitute(
    among others: [any PageBackend], for source: Source, _ options: OpenOptions
  ) -> Substitute? {
    guard let other = others.first(where: { $0.engine != nil && $0.isInstalled }),
      let engine = other.engine
    else { return nil }
    let version = BackendVersion(id: other.id, version: other.info.version)
    return Substitute(version, engine: engine) { () async throws(PageError) in
      var plan = try plan(source, other, options)
      plan.concurrency = 1
      return try await OpenPublication(plan, limits: limits)
    }
  }

  private func plan(
    _ source: Source, _ backend: any PageBackend, _ options: OpenOptions
  ) throws(PageError) -> OpeningPlan {
    let layouts = PublicationLayouts { cachedLayouts(of: source, backend, options) }
    switch isolation {
    case .inProcess:
      return OpeningPlan(
        source: source.path, backend: backend,
        opening: .inProcess(source.inAbsoluteTerms, backend, options, layouts), concurrency: 1)
    case .workers(let pool):
      let configuration = try WorkerConfiguration(
        source, backend: backend, options: options, isSandboxed: pool.isSandboxed,
        layouts: layouts)
      return OpeningPlan(
        source: source.path, backend: backend,
        opening: .worker(configuration, pool.zygote, pool.limits, quarantine),
        concurrency: pool.count)
    }
  }

  /// The same engine - its cache, and its memory of sources that end workers - with other workers.
  public func isolated(by isolation: Isolation) -> Recto {
    var copy = self
    copy.isolation = isolation
    return copy
  }

  /// True if the cache has the page count of a source in this layout, so that it can be opened
  /// whole as fast as an excerpt; see `LayoutOptions.excerpt`. Opens nothing, but reads a
  /// reflowable source to identify it.
  public func isCounted(_ path: String, options: OpenOptions = OpenOptions()) -> Bool {
    guard let source = try? readSource(path, limits: limits),
      let backend = try? recognize(source)[0], backend.info.capabilities.contains(.locators)
    else { return false }
    return cachedLayouts(of: source, backend, options)?.layout(.pagination) != nil
  }

  /// The layouts of a source that the cache keeps: none for encrypted sources.
  private func cachedLayouts(
    of source: Source, _ backend: any PageBackend, _ options: OpenOptions
  ) -> CachedLayouts? {
    guard let layouts, layouts.keepsLayouts, options.password == nil else { return nil }
    return CachedLayouts(
      layouts, source: source, backend: backend, fonts: fonts ?? FontSet.current(memo: layouts),
      options: options)
  }

  /// The backends that are surest of the source, one at least, in the order in which they are to be
  /// asked to open it.
  func recognize(
    _ source: Source, preferring engine: String? = nil
  ) throws(PageError) -> [any PageBackend] {
    if let engine, !engines.contains(engine) {
      throw PageError(
        .badRequest,
        "there is no engine \(engine): "
          + (engines.isEmpty ? "no engine is built in" : "use \(engines.joined(separator: ", "))"))
    }
    let probe = SourceProbe(source)
    let surest = backends.surest(of: probe, preferring: engine)
    // The first installed backend, unless none is.
    let installed = surest.filter { $0.isInstalled || $0.engine == engine }
    if let best = installed.first ?? surest.first {
      // Without engines there is nothing to choose between.
      return best.engine == nil || installed.isEmpty
        ? [best] : installed.filter { $0.engine != nil }
    }
    if probe.isFolder {
      throw PageError(
        .unsupported,
        probe.entries.isEmpty
          ? "the folder is empty" : "the folder contains no page images")
    }
    if probe.head.isEmpty { throw PageError(.damaged, "the file is empty") }
    if let sentence = ForeignFormats.sentence(probe) { throw PageError(.unsupported, sentence) }
    throw PageError(
      .unsupported,
      backends.isEmpty
        ? "no built-in backend can read it"
        : "the format is not known: Recto reads \(knownFormats)",
      remedy: .knownFormat)
  }

  /// The names of the engines among which there is a choice.
  private var engines: [String] { backends.compactMap(\.engine) }

  private var knownFormats: String {
    var seen: Set<String> = []
    return backends.flatMap(\.fileExtensions).filter { seen.insert($0).inserted }
      .joined(separator: ", ")
  }
}
