import RectoHTTP
import RectoPipeline

/// The issues that publishers offer, those that one has, and the downloads between them.
///
///     let newsstand = try await Newsstand(folder: "library", recto: recto)
///     try await newsstand.resume()
///     try await newsstand.addStore("https://example.org/catalog.json")
///     for issue in try await newsstand.issues() { print(issue.issue.title, issue.actions) }
///
/// One program at a time has a library this way; others can have it for reading
/// (`NewsstandConfiguration.access`), or read its records (`LibraryReader`). Running work never blocks
/// readers.
public actor Newsstand {
  /// Reads the library, at any time, even while it is being changed.
  public nonisolated let reader: LibraryReader
  let library: Library
  let recto: Recto
  let configuration: NewsstandConfiguration
  let installer: Installer
  let downloads: any IssueDownloading
  nonisolated let observers = EventHub<NewsstandEvent>(overflowLoses: .oldestEvents)
  nonisolated let progress = ProgressBoard()
  /// By URL; opened when they are first asked.
  private var opened: [String: any IssueOffering] = [:]
  /// The publishers' keys of the catalogs that have to be signed, by URL.
  var keys: [String: PublisherKey] = [:]
  /// The running downloads and installations.
  var jobs: [IssueID: Task<Result<Void, NewsstandError>, Never>] = [:]
  /// The error that ends running downloads, unless a person cancelled them.
  var endings: [IssueID: NewsstandError] = [:]
  /// The news of issues that are on their way to readers.
  var notices: [IssueID: Task<Void, Never>] = [:]
  /// The shop's answers.
  var entitlements = Entitlements()
  /// The last request to the shop.
  var shopState = ShopState()
  /// The running and failed downloads of new content for installed issues.
  var updates: [IssueID: IssueUpdate] = [:]
  /// The names of issues, once they were read.
  var knownNames: IssueNames?
  /// The catalogs that are being added.
  private var adding: Set<String> = []
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
      folder, configuration.access, isRepairing: configuration.isRepairing,
      acceptsDamage: configuration.acceptsDamage, lockTimeout: configuration.lockTimeout)
    reader = library.reader
    self.recto = recto
    self.configuration = configuration
    installer = Installer(recto: recto, folder: library.folder, options: configuration.install)
    downloads = configuration.makeDownloads(library.folder.downloads)
    let kept = try await library.reader.purchases(of: configuration.purchases?.name)
    entitlements.receipts = kept.receipts
    entitlements.prices = kept.prices
    shopState.answered = kept.answered
    keys = try await library.reader.storeNotes().compactMapValues(\.key)
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

  /// Adds a catalog and fetches it.
  ///
  /// Throws for an invalid URL, and the error of fetching: then the catalog is added only if
  /// `isKept`. A catalog that was added before keeps the key that it was added with.
  ///
  /// - Parameter key: The publisher's key, with which the catalog must be signed from then on; nil to
  ///   require no signature. Throws `untrusted` for a catalog that was not signed with it, and `refused`
  ///   for a key other than the store's.
  public func addStore(
    _ url: String, key: PublisherKey? = nil, isKept: Bool = false
  ) async throws(NewsstandError) {
    guard adding.insert(url).inserted else {
      throw NewsstandError(.notNow, "\(printable(url)) is being added")
    }
    defer { adding.remove(url) }
    let isKnown = try await stores().contains(url)
    if let key, keys[url] != key {
      guard !isKnown else {
        let has = keys[url].map { "with the key \($0.name)" } ?? "without a key"
        throw NewsstandError(
          .refused, "\(printable(url)) was added \(has): remove it, then add it with the new one")
      }
      keys[url] = key
      opened[url] = nil
    }
    do throws(NewsstandError) {
      try await store(url).refresh()
    } catch {
      if !isKept, !isKnown { forget(url) }
      guard isKept || isKnown else { throw error }
      observers.send(.storeFailed(url, error))
      try await keepStore(url)
      throw error
    }
    try await keepStore(url)
    _ = try await named(await store(url).issues(), of: url)
    observers.send(.storeChanged(url))
  }

  private func keepStore(_ url: String) async throws(NewsstandError) {
    let (time, key) = (configuration.now(), keys[url])
    try await library.write { database throws(NewsstandError) in
      try database.addStore(url, key: key, at: time)
    }
  }

  private func forget(_ url: String) {
    opened[url] = nil
    keys[url] = nil
  }

  /// Removes a catalog and its subscription. Its issues in the library stay.
  public func removeStore(_ url: String) async throws(NewsstandError) {
    try await library.write { database throws(NewsstandError) in try database.removeStore(url) }
    forget(url)
    observers.send(.storeChanged(url))
  }

  /// The catalogs, in the order in which they were added.
  public func stores() async throws(NewsstandError) -> [String] { try await reader.stores() }

  /// Refreshes all catalogs. Returns the errors by URL; a catalog that failed keeps its last
  /// issues.
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
      let store = try store(url)
      try await store.refresh()
      _ = try await named(await store.issues(), of: url)
      observers.send(.storeChanged(url))
      return nil
    } catch {
      observers.send(.storeFailed(url, error))
      return error
    }
  }

  /// The store of a URL as the configuration makes it, whether it was added or not.
  public func store(_ url: String) throws(NewsstandError) -> any IssueOffering {
    if let store = opened[url] { return store }
    let store = try configuration.makeStore(url, library.folder.catalogs, keys[url])
    opened[url] = store
    return store
  }
}
