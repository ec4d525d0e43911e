import RectoPageModel
import RectoPluginKit
import RectoRaster
import RectoWorkers
import Synchronization

/// A publication that is open for requests, which it serves in the order of their urgency on as
/// many workers as its pool has. It may be shared, and closes with its last reference.
public final class OpenPublication: Sendable {
  let scheduler: Scheduler
  /// The limits of its requests.
  public let limits: Limits
  /// The path of the source as given.
  public let source: String
  /// The backend that opened it.
  public let backend: BackendVersion
  /// At most the limit of `Limits.pages`. Pages have the indices from 0 up to it, unless it is an
  /// estimate; see `PageCounting`.
  public var pageCount: Int { counted.withLock { $0.value } }
  /// True if the page count follows from the length of the text, until `countPages` has been called;
  /// and after that if a part could not be laid out within its limits.
  public var isPageCountEstimated: Bool { counted.withLock { $0.isEstimated } }
  /// True if its pages are counted by laying text out.
  public let countsByLayout: Bool
  private let counted: Mutex<PageCount>
  /// The callers that are told how far counting is, by number.
  private let progress = Mutex<[Int: @Sendable (Double) -> Void]>([:])
  /// The engine that opened it; nil where there is no choice between several.
  public var engine: String? { opener.engine }
  /// Facts about the sources of its backend.
  public var sourceTraits: SourceTraits { opener.sourceTraits }
  /// The number of pages that can be rendered at once.
  public let concurrency: Int
  /// The backend itself, which the host asks only for the formats that it reads.
  let opener: any PageBackend
  /// Nil if the engine has no cache, or the source cannot be named in it.
  let cached: CachedPublication?
  /// Opens the cache that keeps the index of its text, which hashes the source; nil if no cache does.
  let indexed: (@Sendable () -> CachedPublication?)?
  /// The engine for pages that this one cannot draw; nil if no other engine is installed.
  let substitute: Substitute?
  let count: SubstitutionCount
  /// Seconds that a worker has for a page; nil in this process.
  let workerSeconds: Double?
  private let openingWarnings: [PageWarning]
  /// The cached search index, once it was looked up.
  let searchIndex = Mutex<SearchIndex?>(nil)
  let photographs = PhotoRegionCache()
  let reduced = ReducedPages()
  let bitmaps = BitmapPool()

  init(
    _ plan: OpeningPlan, limits: Limits, counting: PageCounting = .complete,
    engines: OtherEngines = OtherEngines(), caches: PublicationCaches = PublicationCaches()
  ) async throws(PageError) {
    let (opening, backend) = (plan.opening, plan.backend)
    substitute = engines.substitute
    count = engines.count
    openingWarnings = engines.warnings
    if case .worker(_, _, let workerLimits, _) = opening {
      workerSeconds = workerLimits.seconds
    } else {
      workerSeconds = nil
    }
    source = plan.source
    self.limits = limits
    opener = backend
    concurrency = plan.concurrency
    let scheduler = Scheduler(opening, capacity: plan.concurrency, waitingLimit: limits.queue)
    self.scheduler = scheduler
    if case .worker(let configuration, _, _, _) = opening, plan.concurrency > 1 {
      configuration.onLongPagination { [weak scheduler, pace = WorkPace.current] in
        Task {
          try? await WorkPace.$current.withValue(pace) {
            try await scheduler?.run(.export) { publication throws(PageError) in
              try (publication as? any CountedPublication)?.countPages()
            }
          }
        }
      }
    }
    let (known, countsByLayout) = try await scheduler.run(.visible) { $0.knownPageCount }
    counted = Mutex(known)
    self.countsByLayout = countsByLayout
    let version = try await scheduler.backendVersion()
    self.backend = BackendVersion(id: backend.id, version: version)
    let isExcerpt = caches.mayBeExcerpt ? try await scheduler.info().isExcerpt : false
    let cached = caches.images(version, isExcerpt)
    self.cached = cached
    if let cached {
      indexed = { cached }
    } else if countsByLayout {
      indexed = { caches.index(version) }
    } else {
      indexed = nil
    }
    if case .worker(let configuration, _, _, _) = opening {
      configuration.onProgress { [weak self] share in
        guard let handlers = self?.progress.withLock({ Array($0.values) }) else { return }
        for report in handlers { report(share) }
      }
    }
    if counting == .complete { try await countPages() }
    guard isPageCountEstimated || pageCount <= limits.pages else { throw tooLong }
  }

  private var tooLong: PageError {
    PageError(
      .limit, "the publication has \(pageCount) pages, more than the limit of \(limits.pages)")
  }

  /// Lays out the rest, so that the page count is exact, and returns it. `onProgress` is called
  /// with the share of the text that is laid out, from 0 to 1, from another thread.
  ///
  /// Throws `limit` where that takes too long or there are too many pages, and what `outline()` throws.
  @discardableResult
  public func countPages(
    _ requestOptions: RequestOptions = .visible, onProgress: (@Sendable (Double) -> Void)? = nil
  ) async throws(PageError) -> Int {
    guard isPageCountEstimated else { return pageCount }
    let number = progress.withLock { handlers in
      let number = (handlers.keys.max() ?? 0) + 1
      handlers[number] = onProgress
      return number
    }
    defer { if onProgress != nil { progress.withLock { $0[number] = nil } } }
    let known = try await scheduler.run(requestOptions) { publication throws(PageError) in
      try (publication as? any CountedPublication)?.countPages()
      return publication.knownPageCount.count
    }
    counted.withLock { $0 = known }
    guard known.value <= limits.pages else { throw tooLong }
    return known.value
  }

  /// The properties of the publication as a whole; its warnings grow as its pages are read.
  public var info: PublicationInfo {
    get async throws(PageError) {
      var info = try await scheduler.info()
      info.warnings =
        openingWarnings + info.warnings + (substitute?.warnings ?? []) + reduced.warnings
      return info
    }
  }

  /// Asks something of a page, on a thread of the publication.
  func ask<Result: Sendable>(
    page index: Int, _ requestOptions: RequestOptions,
    _ body: @escaping @Sendable (any Page) throws(PageError) -> Result
  ) async throws(PageError) -> Result {
    try check(index)
    return try await scheduler.run(requestOptions) { publication throws(PageError) in
      try body(try publication.page(at: index))
    }
  }

  func ask<Result: Sendable>(
    _ requestOptions: RequestOptions = .visible,
    _ body: @escaping @Sendable (any Publication) throws(PageError) -> Result
  ) async throws(PageError) -> Result {
    try await scheduler.run(requestOptions, body)
  }

  func check(_ index: Int) throws(PageError) {
    // Only laying it out says how far an estimate is right.
    guard index >= 0, index < pageCount || isPageCountEstimated && index < limits.pages else {
      throw PageError.noPage(at: index, of: pageCount)
    }
  }

  /// The results of `make` for many pages, in their order, made as many at a time as there are
  /// threads.
  public func inOrder<Value: Sendable>(
    _ pages: some Sequence<Int>,
    _ make: @escaping @Sendable (Int) async throws(PageError) -> Value
  ) -> PagesInOrder<Value> {
    PagesInOrder(pages: Array(pages), window: concurrency + 1, make: make)
  }

  /// Lends the publication itself to `body`, on one of its threads: for what asks about a
  /// publication as its backend gives it, such as a conformance suite.
  public func withPublication<Result: Sendable>(
    _ requestOptions: RequestOptions = .export,
    _ body: @escaping @Sendable (any Publication) throws(PageError) -> Result
  ) async throws(PageError) -> Result {
    try await scheduler.run(requestOptions, body)
  }
}

/// The backend that opened a publication.
public struct BackendVersion: Sendable, Hashable {
  /// The short name of the backend, such as `pdf`.
  public let id: String
  /// Changes whenever the same request may give other pixels.
  public let version: String

  /// A backend of that name and version.
  public init(id: String, version: String) {
    self.id = id
    self.version = version
  }
}

extension Publication {
  /// The page count as far as it is known, and whether it is counted by laying text out.
  fileprivate var knownPageCount: (count: PageCount, countsByLayout: Bool) {
    guard let counted = self as? any CountedPublication else {
      return (PageCount(pageCount), false)
    }
    return (counted.pageCountSoFar, counted.countsByLayout)
  }
}
