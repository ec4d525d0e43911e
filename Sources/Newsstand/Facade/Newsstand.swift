import Pipeline

/// The issues that publishers offer, those that one has, and the downloads between them.
///
///     let newsstand = try await Newsstand(folder: "library", recto: recto)
///     try await newsstand.resume()
///     try await newsstand.addStore("https://example.org/catalog.json")
///     for issue in try await newsstand.issues() { print(issue.issue.title, issue.actions) }
///
/// One program at a time has a library this way; others can have it for looking
/// (`NewsstandConfiguration.access`), or read its records (`LibraryReader`). Nothing that is
/// going on keeps anybody from reading.
public actor Newsstand {
  /// Looks into the library, at any time.
  public nonisolated let reader: LibraryReader
  let library: Library
  let recto: Recto
  let configuration: NewsstandConfiguration
  let installer: Installer
  let downloads: any IssueDownloading
  nonisolated let observers = Observers<NewsstandEvent>()
  nonisolated let progress = ProgressBoard()
  /// By URL; opened when they are first asked.
  private var opened: [String: any IssueOffering] = [:]
  /// The running downloads and installations.
  var jobs: [IssueID: Task<Result<Void, NewsstandError>, Never>] = [:]
  /// The news of issues that are on their way to readers.
  var notices: [IssueID: Task<Void, Never>] = [:]
  /// The shop's answers.
  var entitlements = Entitlements()
  var isClosed = false

  /// Opens the library in a folder; makes it if it is missing and may be changed. Nothing is
  /// fetched.
  ///
  /// Throws as `Library.open`.
  public init(
    folder: String, recto: Recto,
    _ configuration: NewsstandConfiguration = NewsstandConfiguration()
  ) async throws(NewsstandError) {
    library = try await Library.open(
      folder, configuration.access, isMending: configuration.isMending,
      patience: configuration.patience)
    reader = library.reader
    self.recto = recto
    self.configuration = configuration
    installer = Installer(recto: recto, folder: library.folder, options: configuration.install)
    downloads = configuration.makeDownloads(library.folder.downloads)
    entitlements.products = Set(try await library.reader.receipts().map(\.productID))
  }

  /// The events from now on. There may be several observers; a slow one loses the oldest.
  public nonisolated var events: AsyncStream<NewsstandEvent> { observers.events() }

  /// Stops the running work, which the next `resume` continues, and releases the library for other
  /// programs.
  public func close() async {
    isClosed = true
    for job in jobs.values { job.cancel() }
    for notice in notices.values { notice.cancel() }
    for job in jobs.values { _ = await job.value }
    for notice in notices.values { await notice.value }
    await library.close()
    observers.finish()
  }

  // MARK: Stores

  /// Adds a catalog and asks it. Throws what its URL cannot be; why it does not answer is an event.
  public func addStore(_ url: String) async throws(NewsstandError) {
    _ = try store(url)
    let time = configuration.now()
    try await library.write { database throws(NewsstandError) in
      try database.addStore(url, at: time)
    }
    _ = await refresh(url)
  }

  /// Forgets a catalog, and a subscription to it. Its issues that are here stay.
  public func removeStore(_ url: String) async throws(NewsstandError) {
    try await library.write { database throws(NewsstandError) in try database.removeStore(url) }
    opened[url] = nil
    observers.send(.storeChanged(url))
  }

  /// The catalogs, in the order in which they were added.
  public func stores() async throws(NewsstandError) -> [String] { try await reader.stores() }

  /// Asks all catalogs what they offer now. Gives why one did not answer; its last issues stay.
  @discardableResult
  public func refresh() async throws(NewsstandError) -> [String: NewsstandError] {
    var failures: [String: NewsstandError] = [:]
    for url in try await stores() {
      if let failure = await refresh(url) { failures[url] = failure }
    }
    return failures
  }

  /// Asks one catalog; gives why it did not answer.
  func refresh(_ url: String) async -> NewsstandError? {
    do throws(NewsstandError) {
      try await store(url).refresh()
      observers.send(.storeChanged(url))
      return nil
    } catch {
      observers.send(.storeFailed(url, error))
      return error
    }
  }

  /// The catalog of a URL as it was made by the configuration, whether it was added or not.
  public func store(_ url: String) throws(NewsstandError) -> any IssueOffering {
    if let store = opened[url] { return store }
    let store = try configuration.makeStore(url, library.folder.catalogs)
    opened[url] = store
    return store
  }

  // MARK: Issues

  /// The issues of the stores and of the library as one list, the newest first. Nothing is fetched.
  public func issues() async throws(NewsstandError) -> [ShelfIssue] {
    let known = try await reader.records()
    let notes = try await reader.storeNotes()
    let records = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) })
    var shelf: [ShelfIssue] = []
    var seen: Set<IssueID> = []
    for url in try await stores() {
      guard let store = try? store(url) else { continue }
      let offered = await store.issues()
      shelf.reserveCapacity(shelf.count + offered.count)
      seen.reserveCapacity(seen.count + offered.count)
      for issue in offered where seen.insert(issue.id).inserted {
        shelf.append(shelved(issue, store: url, records[issue.id], since: notes[url]?.added))
      }
    }
    for record in known where seen.insert(record.id).inserted {
      shelf.append(shelved(record.issue, store: record.store, record))
    }
    return shelf.newestFirst { ($0.issue.date?.seconds, $0.issue.number) }
  }

  /// One of them. Throws `notFound`.
  public func issue(_ id: IssueID) async throws(NewsstandError) -> ShelfIssue {
    let record = try await reader.record(id)
    if let (issue, url) = try await offer(of: id) {
      let added = try await reader.storeNotes()[url]?.added
      return shelved(issue, store: url, record, since: added)
    }
    guard let record else {
      throw NewsstandError(
        .notFound, "neither a store nor the library has an issue \(printable(id.text))")
    }
    return shelved(record.issue, store: record.store, record)
  }

  private func offer(of id: IssueID) async throws(NewsstandError) -> (Issue, String)? {
    for url in try await stores() {
      guard let store = try? store(url) else { continue }
      if let issue = await store.issue(withID: id) { return (issue, url) }
    }
    return nil
  }

  private func shelved(
    _ issue: Issue, store: String?, _ record: IssueRecord?, since added: Double? = nil
  ) -> ShelfIssue {
    ShelfIssue(
      issue, store: store, record: record, addedStore: added, progress: progress[issue.id],
      entitlements: entitlements, hasShop: configuration.purchases != nil)
  }
}
