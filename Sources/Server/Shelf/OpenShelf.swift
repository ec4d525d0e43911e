import RectoPageModel
import RectoPipeline
import RectoWorkers
import Synchronization

/// The open publications: the most recently used ones, up to a limit, which also limits their
/// workers.
final class OpenShelf: Sendable {
  private struct Key: Hashable {
    let id: String
    var layout: LayoutOptions
    /// Part of the key, so that only clients that give it get the publication opened with it.
    var password: String?

    var withoutExcerpt: Key { Key(id: id, layout: layout.withoutExcerpt, password: password) }
  }

  private struct Entry {
    let version: String
    let publication: OpenPublication
    var uses = RecentUses()
  }

  private struct Failure {
    let version: String
    let error: PageError
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var failures = BoundedCache<Key, Failure>(capacity: 2_000)
    var uses = 0
    var openings = 0
    /// The number of openings that requests are waiting for.
    var awaited = 0

    /// A publication may have two keys: if all of it is laid out at once, a request for an excerpt
    /// gets it too.
    var openCount: Int { Set(entries.values.map { ObjectIdentifier($0.publication) }).count }

    mutating func use(_ key: Key) {
      uses += 1
      entries[key]?.uses.add(uses, by: WorkAccount.current.clients[0], at: .now)
    }

    /// The entry to close to make room for that of `key`.
    func next(besides key: Key) -> Key? {
      let others = entries.filter { $0.key != key }
      return RecentUses.leastUseful(of: others.mapValues(\.uses), at: .now)
    }
  }

  /// An opening at one pace: a client at the front does not wait for an opening at the back.
  private struct Flight: Hashable {
    let key: Key
    let version: String
    let pace: WorkPace
  }

  private let recto: Recto
  private let kinds: SourceKinds
  private let capacity: Int
  private let scheduler: WorkScheduler
  private let state = Mutex(State())
  private let flights = SharedWork<Flight, OpenPublication>()
  private let countings = SharedWork<Flight, OpenPublication>()

  init(_ recto: Recto, kinds: SourceKinds, capacity: Int, scheduler: WorkScheduler) {
    self.recto = recto
    self.kinds = kinds
    self.capacity = max(1, capacity)
    self.scheduler = scheduler
  }

  /// The numbers of open publications and of openings.
  var counts: (open: Int, openings: Int) {
    state.withLock { ($0.openCount, $0.openings) }
  }

  /// True if a request waits for a publication to be opened.
  var isAwaited: Bool { state.withLock { $0.awaited > 0 } }

  /// The publication, opened if it is not open or if the source has changed. Its pages are counted
  /// if `counting` is complete.
  func open(
    _ item: ShelfItem, _ layout: LayoutOptions, password: String? = nil,
    counting: PageCounting = .complete
  ) async throws(PageError) -> OpenPublication {
    let key = Key(id: item.id, layout: layout, password: password)
    let publication = try await open(item, key)
    guard counting == .complete, publication.isPageCountEstimated else { return publication }
    let cost = await cost(of: item, layout)
    return try await countings.value(for: flight(key, item)) {
      [scheduler] () async throws(PageError) in
      try await scheduler.run(.visible, cost) { () async throws(PageError) in
        _ = try await publication.countPages()
        return publication
      }
    }
  }

  /// The exact page count of an item that is open in its own layout; nil if there is none.
  func pageCount(of item: ShelfItem) -> Int? {
    let publication = state.withLock { state -> OpenPublication? in
      guard let entry = state.entries[Key(id: item.id, layout: LayoutOptions())],
        entry.version == item.version
      else { return nil }
      return entry.publication
    }
    guard let publication, !publication.isPageCountEstimated else { return nil }
    return publication.pageCount
  }

  private func open(_ item: ShelfItem, _ key: Key) async throws(PageError) -> OpenPublication {
    let (layout, password) = (key.layout, key.password)
    if let publication = try known(key, item.version) { return publication }
    return try await flights.value(for: flight(key, item)) {
      [self] () async throws(PageError) in
      // It may have been opened between the check above and the start of this flight.
      if let publication = try known(key, item.version) { return publication }
      do throws(PageError) {
        let publication = try await opened(item, layout, password: password, .visible)
        keep(publication, key, item.version)
        if layout.excerpt != nil, try await !publication.info.isExcerpt {
          keep(publication, key.withoutExcerpt, item.version)
        }
        return publication
      } catch {
        remember(error, key, item.version)
        throw error
      }
    }
  }

  private func flight(_ key: Key, _ item: ShelfItem) -> Flight {
    Flight(key: key, version: item.version, pace: scheduler.pace())
  }

  /// The layout without its excerpt if the whole publication is available as quickly: it is open,
  /// or was laid out before.
  func fastestLayout(_ layout: LayoutOptions, of item: ShelfItem) async -> LayoutOptions {
    let whole = layout.withoutExcerpt
    guard whole != layout else { return layout }
    let open = state.withLock { $0.entries[Key(id: item.id, layout: whole)] }
    if open?.version == item.version, open?.publication.isPageCountEstimated == false {
      return whole
    }
    let isReady = await scheduler.blocking { [self] in
      isUnchanged(item) && recto.isCounted(item.path, options: OpenOptions(layout: whole))
    }
    return isReady ? whole : layout
  }

  /// The publication, for reading its metadata. It is kept open only if there is room, so that
  /// catalogs do not close publications that are being read.
  func openForMetadata(
    _ item: ShelfItem, _ priority: RequestOptions.Priority
  ) async throws(PageError) -> OpenPublication {
    let key = Key(id: item.id, layout: LayoutOptions())
    if let publication = try known(key, item.version) { return publication }
    do throws(PageError) {
      let publication = try await opened(item, LayoutOptions(), priority)
      if state.withLock({ $0.openCount < capacity }) { keep(publication, key, item.version) }
      return publication
    } catch {
      remember(error, key, item.version)
      throw error
    }
  }

  /// Closes items that left the shelf or changed.
  func keepOnly(_ contents: ShelfContents) {
    // Closed outside of the lock, as in `keep`.
    let dropped: [Entry] = state.withLock { state in
      func isThere(_ id: String, _ version: String) -> Bool {
        // A new version of an article has another path.
        if let article = ArticleShelf.parts(of: id) { return contents[article.publication] != nil }
        return contents[id]?.version == version
      }
      let left = state.entries.filter { !isThere($0.key.id, $0.value.version) }
      for key in left.keys { state.entries[key] = nil }
      state.failures.removeAll { !isThere($0.id, $1.version) }
      return Array(left.values)
    }
    _ = dropped
  }

  private func opened(
    _ item: ShelfItem, _ layout: LayoutOptions, password: String? = nil,
    _ priority: RequestOptions.Priority
  ) async throws(PageError) -> OpenPublication {
    let isAwaited = priority == .visible ? 1 : 0
    state.withLock { $0.awaited += isAwaited }
    defer { state.withLock { $0.awaited -= isAwaited } }
    // An excerpt is laid out at once; all else waits until pages are counted.
    let cost = layout.excerpt == nil ? WorkCost.opening : await cost(of: item, layout)
    let publication = try await scheduler.run(priority, cost) {
      [self] () async throws(PageError) in
      guard isUnchanged(item) else {
        throw PageError(.unreadable, "the source has changed: try again")
      }
      return try await recto.open(
        item.path, options: OpenOptions(password: password, layout: layout), counting: .onDemand)
    }
    let isKnownTheme = try await publication.info.warnings.allSatisfy {
      $0.code != LayoutOptions.unknownTheme
    }
    guard isKnownTheme else {
      throw PageError(.badRequest, "the publication has no theme \(layout.theme?.printable ?? "")")
    }
    state.withLock { $0.openings += 1 }
    return publication
  }

  /// True if a request for it opens nothing: it is open, or is known to fail.
  func isKnown(_ item: ShelfItem, _ layout: LayoutOptions, password: String?) -> Bool {
    let key = Key(id: item.id, layout: layout, password: password)
    return state.withLock { state in
      state.entries[key]?.version == item.version || state.failures[key]?.version == item.version
    }
  }

  /// The cost of laying a publication out and counting its pages.
  private func cost(of item: ShelfItem, _ layout: LayoutOptions) async -> WorkCost {
    guard kinds.isSlowToOpen(item) else { return .opening }
    // The pages of a book may have been laid out before.
    let isLaidOut = await scheduler.blocking { [recto] in
      recto.isCounted(item.path, options: OpenOptions(layout: layout))
    }
    return isLaidOut ? .opening : .layout
  }

  /// True if the source is as it was found, and no link has replaced it: a link could lead
  /// anywhere.
  private func isUnchanged(_ item: ShelfItem) -> Bool {
    SourceState(item.path)?.version == item.version && isWithoutLinks(item.path)
  }

  /// The open publication; nil if it is not open. Throws the error of an earlier opening that
  /// failed, if the source has not changed since.
  private func known(_ key: Key, _ version: String) throws(PageError) -> OpenPublication? {
    let (publication, failure, dropped) = state.withLock {
      state -> (OpenPublication?, PageError?, [Entry]) in
      if let entry = state.entries[key], entry.version == version {
        state.use(key)
        return (entry.publication, nil, Self.dropExcerpts(of: key, in: &state))
      }
      guard let failure = state.failures[key], failure.version == version else {
        return (nil, nil, [])
      }
      return (nil, failure.error, [])
    }
    _ = dropped
    if let failure { throw failure }
    return publication
  }

  /// Closes the excerpts of a publication that is open as a whole if they were not used for a
  /// while. Returns them, so that they are freed outside of the lock.
  private static func dropExcerpts(of whole: Key, in state: inout State) -> [Entry] {
    let left = state.entries.filter { key, entry in
      key != whole && key.withoutExcerpt == whole && entry.uses.last + excerptStays < state.uses
    }
    for key in left.keys { state.entries[key] = nil }
    return Array(left.values)
  }

  private func keep(_ publication: OpenPublication, _ key: Key, _ version: String) {
    // Closed outside of the lock, because closing frees much memory.
    let dropped: [Entry] = state.withLock { state in
      var dropped: [Entry] = []
      if let before = state.entries[key] { dropped.append(before) }
      let uses = state.entries[key]?.uses ?? RecentUses()
      state.entries[key] = Entry(version: version, publication: publication, uses: uses)
      state.use(key)
      while state.openCount > capacity, let next = state.next(besides: key) {
        if let entry = state.entries.removeValue(forKey: next) { dropped.append(entry) }
      }
      return dropped
    }
    _ = dropped
  }

  /// Remembers the error of a source that cannot be opened, so that requests do not open it again.
  /// Errors that may pass, such as `limit` and `busy`, are not remembered.
  private func remember(_ error: PageError, _ key: Key, _ version: String) {
    guard [.damaged, .unsupported, .needsPassword, .badRequest].contains(error.code),
      key.password == nil
    else { return }
    state.withLock { $0.failures[key] = Failure(version: version, error: error) }
  }

  /// The number of uses of any open publication after which an unused excerpt is closed, once its
  /// whole publication is open.
  private static let excerptStays = 200
}
