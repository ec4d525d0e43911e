import RectoPageModel
import RectoPipeline
import Synchronization

/// The publications of the served files and folders.
///
/// Folders are scanned again on a request, once the last scan is a second old and twenty times as
/// old as it took. A scan opens no file.
final class Shelf: Sendable {
  private struct State {
    var contents: ShelfContents
    var scannedAt: ContinuousClock.Instant
    /// The minimum time until the next scan.
    var rest: Duration
    var runningScan: Task<ShelfContents, Never>?
  }

  static let shortestRest = Duration.seconds(1)

  private let scan: ShelfScan
  private let scheduler: WorkScheduler
  /// Nil without a library.
  private let library: LibraryItems?
  let records: PublicationIndex
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Mutex<State>
  /// The open publications.
  let opened: OpenShelf
  /// The articles of the publications that were read last.
  let articles: ArticleStore
  private let stories: ArticleShelf
  private let layouts: LayoutAllowance

  /// Scans the roots.
  ///
  /// Throws `notFound` or `unreadable` for a root that is not there; its sentence names it.
  init(
    _ recto: Recto, roots: [String], library: LibraryItems? = nil, keepingOpen count: Int,
    scheduler: WorkScheduler, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) throws(PageError) {
    self.library = library
    self.scheduler = scheduler
    self.now = now
    scan = ShelfScan(roots: try roots.map(ServedRoot.init), kinds: SourceKinds(recto.backends))
    opened = OpenShelf(recto, kinds: scan.kinds, capacity: count, scheduler: scheduler)
    layouts = LayoutAllowance(now: now)
    articles = ArticleStore(scheduler)
    stories = ArticleShelf(articles, opened, scheduler)
    records = PublicationIndex(opened, kinds: scan.kinds, now: now)
    let began = now()
    let contents = scan.contents()
    let end = now()
    // The library's issues are known at the first scan that a request waits for.
    let rest = library == nil ? Self.rest(after: end - began) : .zero
    state = Mutex(State(contents: contents, scannedAt: end, rest: rest))
    records.readAhead(contents.items)
  }

  /// Ends the work ahead of requests.
  func close() { records.stop() }

  /// Removes temporary files, after the last answer.
  func discard() { stories.close() }

  // MARK: What there is

  /// All items, in natural order of their paths.
  func items() async -> [ShelfItem] { await current().items }

  /// The items that were left out, as sentences.
  func warnings() async -> [String] { await current().warnings }

  /// The item of that id, as of the last scan. An article is an item too (`ArticleShelf`).
  ///
  /// Throws 404, and for an article what opening its publication throws.
  func item(_ id: String) async throws(ServerError) -> ShelfItem {
    if let issue = LibraryItems.publication(ofPart: id) {
      guard let part = await library?.parts(of: issue).first(where: { $0.id == id }) else {
        throw .notFound("there is no publication of that name")
      }
      return part
    }
    guard let article = ArticleShelf.parts(of: id) else { return try await found(id) }
    let publication = try await found(article.publication)
    do throws(PageError) {
      return try await stories.item(article.index, of: publication)
    } catch {
      throw ServerError(error)
    }
  }

  private func found(_ id: String) async throws(ServerError) -> ShelfItem {
    let known = state.withLock { $0.contents[id] }
    if let known {
      // The request does not wait for a scan that will most likely change nothing.
      _ = scanIfDue()
      return known
    }
    // Only a scan that begins now is sure to find an issue that was just installed.
    if library != nil, IssueKey.isPublication(id) { state.withLock { $0.rest = .zero } }
    guard let item = await current()[id] else {
      throw .notFound("there is no publication of that name")
    }
    return item
  }

  /// The items that have all words of the query in their names, titles and authors. Titles and
  /// authors count once their records are made.
  func search(_ query: String) async -> [ShelfItem] {
    let words = query.split(whereSeparator: \.isWhitespace).map { TextSearch.folded(String($0)) }
    return await items().filter { item in
      let record = records.known(item)
      let text = TextSearch.folded(
        ([item.name]
          + [record?.info.metadata.title, record?.info.metadata.author].compactMap(\.self))
          .joined(separator: " "))
      return words.allSatisfy(text.contains)
    }
  }

  /// The further files of an issue of the library.
  func parts(of item: ShelfItem) async -> [ShelfItem] {
    IssueKey.isPublication(item.id) ? await library?.parts(of: item.id) ?? [] : []
  }

  /// The media type of an item's file, such as `application/pdf`.
  func mediaType(of item: ShelfItem) -> String { scan.kinds.mediaType(of: item) }

  // MARK: What is in it

  /// The facts of a publication without its pages, made once and kept.
  ///
  /// Throws the errors of opening.
  func record(_ item: ShelfItem) async throws(PageError) -> PublicationRecord {
    try await records.record(item, isVisible: true)
  }

  /// The records of items, in their order; nil for a record that is not ready within `limit`, which
  /// is then made in the background.
  func records(
    _ items: [ShelfItem], within limit: Duration = .seconds(3)
  ) async -> [Result<PublicationRecord, PageError>?] {
    await records.records(items, within: limit)
  }

  /// The publication of an item in a layout, open. It waits for its turn itself: do not call it
  /// under `WorkScheduler.run`.
  ///
  /// Throws as `Recto.open`, and `busy`.
  func open(
    _ item: ShelfItem, _ layout: LayoutOptions = LayoutOptions(), password: String? = nil,
    counting: PageCounting = .complete
  ) async throws(PageError) -> OpenPublication {
    try await opened.open(item, layout, password: password, counting: counting)
  }

  /// The layout without its excerpt if the whole publication is available as quickly.
  ///
  /// Throws as `item(_:)`.
  func fastestLayout(_ layout: LayoutOptions, of id: String) async throws -> LayoutOptions {
    layout.excerpt == nil ? layout : await opened.fastestLayout(layout, of: try await item(id))
  }

  /// Calls `body` with an item and its publication, and again with the newer ones if the source
  /// changed meanwhile.
  ///
  /// Throws 429 for a client that has requested too many layouts.
  func reading<Value: Sendable>(
    _ id: String, _ layout: LayoutOptions = LayoutOptions(), password: String? = nil,
    counting: PageCounting = .complete,
    _ body: (ShelfItem, OpenPublication) async throws -> Value
  ) async throws -> Value {
    let item = try await item(id)
    if layout != LayoutOptions(), !opened.isKnown(item, layout, password: password) {
      // Articles are layouts of their publication's text.
      let publication = ArticleShelf.parts(of: id)?.publication ?? id
      for client in WorkAccount.current.clients { try layouts.take(publication, for: client) }
    }
    do {
      return try await body(
        item, try await open(item, layout, password: password, counting: counting))
    } catch let error as PageError where error.code == .unreadable || error.code == .notFound {
      state.withLock { $0.rest = .zero }
      let newer = await current()[id]
      guard let newer, newer.version != item.version else { throw error }
      return try await body(
        newer, try await open(newer, layout, password: password, counting: counting))
    }
  }

  // MARK: Scanning

  /// The contents of the last scan, or of a new one if that is due.
  private func current() async -> ShelfContents {
    if let scan = scanIfDue() { return await scan.value }
    return state.withLock { $0.contents }
  }

  /// The scan that is running or begins now; nil if it is too early for one.
  private func scanIfDue() -> Task<ShelfContents, Never>? {
    state.withLock { state in
      if let running = state.runningScan { return running }
      guard now() - state.scannedAt >= state.rest else { return nil }
      let running = Task.detached { [self] in
        let began = now()
        let files = await scheduler.blocking { [scan] in scan.contents() }
        let contents = files.adding(await library?.items() ?? [])
        let end = now()
        self.state.withLock { state in
          state.contents = contents
          state.scannedAt = end
          state.rest = Self.rest(after: end - began)
          state.runningScan = nil
        }
        opened.keepOnly(contents)
        records.readAhead(contents.items)
        return contents
      }
      state.runningScan = running
      return running
    }
  }

  /// The time to wait after a scan that took `duration`.
  private static func rest(after duration: Duration) -> Duration {
    max(shortestRest, duration * 20)
  }
}
