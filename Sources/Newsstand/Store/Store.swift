import RectoHTTP
import RectoPageModel
import RectoPipeline
import Synchronization

/// A publisher's catalog: its issues, the newest first, as they were last known.
///
///     let store = try Store(url: "https://example.org/catalog.json", folder: folder, fetcher: fetcher)
///     try await store.refresh()
///     print(store.numberOfIssues, store.issue(at: 0)?.title ?? "")
///
/// Asking for issues never waits for a network or a disk. The last good catalog is kept in the folder,
/// and serves, with its age, when the network does not. Covers load on their own.
public final class Store: Sendable {
  /// The given URL.
  public let url: String
  private let fetcher: any Fetching
  private let folder: String
  private let now: @Sendable () -> Int
  /// The publisher's key, which must have signed everything that is shown; nil to require no
  /// signature.
  public let key: PublisherKey?
  private let covers: CoverLoader
  private let observers = EventHub<StoreEvent>(overflowLoses: .oldestEvents)
  private let content = Mutex(Content())

  private struct Content {
    var state = StoreState.notInitialized
    var list = IssueList()
    var catalog: Catalog?
    /// The requests that gave the catalog; empty before the first refresh.
    var parts: [CatalogPart] = []
    /// The time of the last successful request to the server; seconds since 1970.
    var checked: Int?
    /// The time of its signature: seconds since 1970.
    var signed: Int?
    var lastError: NewsstandError?
    /// The time before which the server need not be asked again; seconds since 1970.
    var freshUntil = 0
    var refresh: (number: Int, task: Task<Result<Void, NewsstandError>, Never>)?
    var refreshCount = 0
  }

  /// Opens the catalog of a URL, with the copy that `folder` has from an earlier time; several
  /// stores may share a folder. Nothing is fetched.
  ///
  /// Throws `refused` unless it is a URL of `http`, `https` or `file`. A kept catalog that cannot
  /// be read, or was not signed with the key, is ignored.
  public convenience init(
    url: String, key: PublisherKey? = nil, folder: String, fetcher: any Fetching
  ) throws(NewsstandError) {
    try self.init(
      url: url, key: key, folder: folder, fetcher: fetcher, now: { Timestamp.now.seconds })
  }

  /// `now` gives seconds since 1970.
  package init(
    url: String, key: PublisherKey? = nil, folder: String, fetcher: any Fetching,
    now: @escaping @Sendable () -> Int
  ) throws(NewsstandError) {
    self.url = try Self.checked(url)
    self.key = key
    self.fetcher = fetcher
    self.folder = Self.folder(of: self.url, in: folder)
    self.now = now
    covers = CoverLoader(
      folder: "\(self.folder)/covers", needsDigests: key != nil, fetcher: fetcher, now: now)
    guard let kept = keptFile else { return }
    let signature = key.flatMap { kept.signature(by: $0) }
    guard key == nil || signature != nil, let catalog = kept.catalog else { return }
    content.withLock { content in
      content.state = .ready
      content.catalog = catalog
      content.list = IssueList(catalog.issues)
      content.checked = kept.checked
      content.signed = signature?.time
    }
  }

  private static func checked(_ url: String) throws(NewsstandError) -> String {
    if url.hasPrefix("file:///") { return escapedURL(url) }
    do throws(NewsstandError) {
      return try CatalogBase("").url(url, "the catalog's address")
    } catch {
      throw NewsstandError(.refused, error.message)
    }
  }

  private static func folder(of url: String, in folder: String) -> String {
    "\(folder)/\(digest(of: url).prefix(32))"
  }

  private static func catalogPath(in folder: String) -> String { "\(folder)/catalog" }

  private var catalogPath: String { Self.catalogPath(in: folder) }

  private var keptFile: KeptCatalogFile? { Self.keptFile(of: url, in: folder) }

  /// The key that the catalog which `folder` has of a URL was signed with; nil if it was not signed
  /// or is missing.
  static func keptKey(of url: String, in folder: String) -> PublisherKey? {
    guard let url = try? checked(url) else { return nil }
    return keptFile(of: url, in: Self.folder(of: url, in: folder))?.key
  }

  /// The kept file of a catalog; nil if it is missing or damaged.
  private static func keptFile(of url: String, in folder: String) -> KeptCatalogFile? {
    // The answers, and the issues that were read from them.
    guard let bytes = try? FileBytes(path: catalogPath(in: folder)),
      bytes.count <= 2 * (CatalogLimits.totalBytes + CatalogLimits.bytes),
      let kept = KeptCatalogFile(bytes), kept.url == url
    else { return nil }
    return kept
  }

  // MARK: What there is

  /// The activity of the store.
  public var state: StoreState { content.withLock { $0.state } }

  /// The number of issues.
  public var numberOfIssues: Int { content.withLock { $0.list.issues.count } }

  /// The issue at an index from 0, the newest first; nil beyond the last.
  public func issue(at index: Int) -> Issue? {
    content.withLock { $0.list.issues.indices.contains(index) ? $0.list.issues[index] : nil }
  }

  /// The issue with an id; nil if the catalog does not list it.
  public func issue(withID id: IssueID) -> Issue? { content.withLock { $0.list.issue(id) } }

  /// All issues, the newest first.
  public func issues() -> [Issue] { content.withLock { $0.list.issues } }

  /// The issues from parts of the catalog that could not be read at an earlier time, by the last
  /// successful refresh.
  public func lateIssues(unread: Set<String>) -> LateIssues {
    let (catalog, parts) = content.withLock { ($0.catalog, $0.parts) }
    return LateIssues(in: catalog, parts: parts, unread: unread)
  }

  /// The publisher's title of the catalog.
  public var title: String? { content.withLock { $0.catalog?.title } }

  /// The catalog as last read, with its issues in its own order; nil before the first.
  public var catalog: Catalog? { content.withLock { $0.catalog } }

  /// A sentence for each entry that is not listed, and for each other problem of the catalog.
  public var problems: [String] { content.withLock { $0.catalog?.problems ?? [] } }

  /// The error of the last refresh; nil if it succeeded, or there was none.
  public var lastError: NewsstandError? { content.withLock { $0.lastError } }

  /// Seconds since the catalog was last confirmed by its server; nil if it never was.
  public var catalogAge: Double? {
    content.withLock { content in content.checked.map { Double(max(0, now() - $0)) } }
  }

  /// The time at which the publisher signed the catalog, in seconds since 1970; nil without a
  /// key, and before the first catalog.
  public var signed: Int? { content.withLock { $0.signed } }

  /// The changes from now on. Each call gives a sequence of its own, which ends with the store.
  public var events: AsyncStream<StoreEvent> { observers.events() }

  deinit { observers.finish() }

  // MARK: Refreshing

  /// Fetches the catalog. Calls during a refresh wait for its result.
  ///
  /// Throws the error of fetching; the last good issues stay. If the task is cancelled, the
  /// refresh goes on for other callers.
  public func refresh() async throws(NewsstandError) {
    let task = content.withLock { content in
      if let refresh = content.refresh { return refresh.task }
      content.refreshCount += 1
      let number = content.refreshCount
      let task = Task { await self.runRefresh(number) }
      content.refresh = (number, task)
      return task
    }
    try await task.value.get()
  }

  /// The minimum time between two automatic refreshes in seconds, whatever the server says.
  private static let leastFreshness = 60
  /// The maximum time after which a refresh is due in seconds, whatever the server says.
  private static let mostFreshness = 24 * 60 * 60

  private static func freshness(_ seconds: Double?) -> Int {
    Int(min(max(seconds ?? 0, Double(leastFreshness)), Double(mostFreshness)))
  }

  /// True if the last answer is no longer fresh, or the clock was set back since.
  public func isDue() -> Bool {
    let time = now()
    return content.withLock { content in
      content.refresh == nil
        && (time >= content.freshUntil || content.freshUntil - time > Self.mostFreshness)
    }
  }

  private func runRefresh(_ number: Int) async -> Result<Void, NewsstandError> {
    content.withLock { $0.state = .updating }
    observers.send(.stateChanged(.updating))
    let result: Result<Void, NewsstandError>
    do throws(NewsstandError) {
      let found = try await CatalogWalk(
        url: url, fetcher: fetcher, kept: keptFile?.pages ?? [], key: key
      ).run()
      let time = now()
      try keep(
        KeptCatalog(url: url, checked: time, pages: found.pages, catalog: found.catalog))
      finish(found, checked: time)
      result = .success(())
    } catch {
      fail(error)
      result = .failure(error)
    }
    content.withLock { content in
      if content.refresh?.number == number { content.refresh = nil }
    }
    return result
  }

  /// The old file stays until the new one is on the disk as a whole.
  private func keep(_ kept: KeptCatalog) throws(NewsstandError) {
    let fresh = "\(catalogPath).new"
    do throws(NewsstandError) {
      do throws(PageError) { try makeFolder(folder) } catch {
        throw NewsstandError(.cannotWrite, error.message)
      }
      // The leftovers of a program that was killed.
      try DurableFiles.remove(fresh)
      try DurableFiles.write(kept.fileBytes, to: fresh)
      try DurableFiles.move(fresh, to: catalogPath)
      try DurableFiles.sync(folder: folder)
    } catch {
      throw NewsstandError(error.code, "the catalog cannot be kept: \(error.message)")
    }
  }

  private func finish(_ found: CatalogWalk.Found, checked: Int) {
    let list = IssueList(found.catalog.issues)
    let events = content.withLock { content in
      let events = list.changes(from: content.list)
      content.list = list
      content.catalog = found.catalog
      content.parts = found.parts
      content.checked = checked
      content.signed = found.pages.first?.signature?.time
      content.freshUntil = checked + Self.freshness(found.freshSeconds)
      content.lastError = nil
      content.state = .ready
      return events
    }
    for event in events { observers.send(event) }
    observers.send(.stateChanged(.ready))
    covers.forget(
      except: list.issues.lazy.flatMap { issue in
        [issue.cover ?? issue.thumbnail].compactMap { $0?.url } + issue.previews.map(\.url)
      })
  }

  private func fail(_ error: NewsstandError) {
    let time = now()
    content.withLock { content in
      content.lastError = error
      // A server in trouble is not asked by each look at the shelf.
      content.freshUntil = time + Self.leastFreshness
      content.state = .failed(error)
    }
    observers.send(.stateChanged(.failed(error)))
  }

  // MARK: Covers

  /// The cover of an issue: the kept one, else the server's.
  ///
  /// Throws `notFound` if there is no such issue or it has no cover, `badContent` if it is not a
  /// picture, and the errors of fetching. After a failure it is not requested again before the next
  /// refresh.
  public func cover(of id: IssueID) async throws(NewsstandError) -> CoverImage {
    guard let issue = issue(withID: id) else {
      throw NewsstandError(.notFound, "the store has no issue \(printable(id.text))")
    }
    return try await image(of: issue)
  }

  private func image(of issue: Issue) async throws(NewsstandError) -> CoverImage {
    guard let cover = issue.cover ?? issue.thumbnail else {
      throw NewsstandError(.notFound, "the issue \(printable(issue.id.text)) has no cover")
    }
    let (image, isNew) = try await covers.image(cover, namedBy: url)
    if isNew { observers.send(.coverLoaded(issue.id)) }
    return image
  }

  /// The bytes of an issue's cover; nil if it is not available. The issue may have another name in a
  /// library.
  public func cover(of issue: Issue) async -> [UInt8]? {
    do throws(NewsstandError) { return try await image(of: issue).bytes } catch { return nil }
  }

  /// The picture of a preview; kept and limited as covers are.
  public func preview(_ asset: IssueAsset) async throws(NewsstandError) -> CoverImage {
    try await covers.image(asset, namedBy: url).image
  }
}
