import RectoPageModel
import RectoPipeline

/// Checks a publication before it is published, and returns a sentence for each reason not to
/// publish it.
public typealias PublishCheck =
  @Sendable (_ publication: OpenPublication, _ path: String) async throws -> [String]

/// Makes a folder for any static web server of a folder of publications: their files, covers and
/// thumbnails, and the feeds that list them.
///
///     let publisher = Publisher(recto: recto)
///     let report = try await publisher.publish("issues", to: "site")
///
/// The output holds `catalog.json`, `opds2.json`, `opds.xml`, `issues.plist` and `info.xml`; the
/// files that they name are in `content` and `covers` under names with digests, and are written
/// first. Each file appears whole or not at all. Publishing an unchanged folder changes nothing.
public struct Publisher: Sendable {
  private let recto: Recto
  private let check: PublishCheck
  private let now: @Sendable () -> Timestamp

  public init(recto: Recto, check: @escaping PublishCheck = { _, _ in [] }) {
    self.init(recto: recto, now: { Timestamp.now }, check: check)
  }

  package init(
    recto: Recto, now: @escaping @Sendable () -> Timestamp,
    check: @escaping PublishCheck = { _, _ in [] }
  ) {
    self.recto = recto
    self.now = now
    self.check = check
  }

  /// Publishes the publications directly in `folder`. One that cannot be published is a problem of
  /// the report, and keeps its earlier publication if it has one. `progress` is called before each,
  /// with its index, their number and its name.
  ///
  /// One run at a time writes to an output; others wait for as long as the options say.
  ///
  /// Throws `notFound` if there is no such folder, `badCatalog` if the output has another catalog,
  /// `notNow` while another run goes on, `refused` for a base that is not a URL of `http` or `https`, `badContent` if there is nothing
  /// to publish, `cannotWrite`, and `cancelled`.
  public func publish(
    _ folder: String, to output: String, _ options: PublishOptions = PublishOptions(),
    progress: @Sendable (_ index: Int, _ count: Int, _ name: String) -> Void = { _, _, _ in }
  ) async throws(NewsstandError) -> PublishReport {
    let base = try Self.base(options.baseURL)
    let sources = try PublishableSources(
      folder, output: output, types: MediaTypes(recto.backends))
    let isFirst = try PreviousCatalog(output: output) == nil
    guard !sources.items.isEmpty || !isFirst else {
      throw NewsstandError(.badContent, "\(folder) contains nothing to publish")
    }
    let store = ContentStore(output: output, paidFolder: try Self.paidFolder(options, output))
    try store.makeFolders()
    // A run takes the catalog of the last one further.
    let lock = try await ProcessLock(publishingTo: output, lockTimeout: options.lockTimeout)
    defer { withExtendedLifetime(lock) {} }
    store.clearScratch()
    defer { store.clearScratch() }
    let previous = try PreviousCatalog(output: output)
    let title =
      options.title ?? previous?.title ?? fileName(ofPath: folder)
    var catalog = PublishedCatalog(
      title: shownLine(title) ?? "Issues", summary: options.summary ?? previous?.summary,
      subscriptionProductID: options.subscriptionProductID ?? previous?.subscriptionProductID,
      subscriptionPrice: options.subscriptionPrice ?? previous?.subscriptionPrice,
      modified: now())
    var report = PublishReport()
    report.title = catalog.title
    let maker = IssueMaker(
      recto: recto, check: check, store: store, paidContent: options.paidContent)
    try await add(sources, by: maker, previous, to: &catalog, &report, progress)
    catalog.entries = sorted(catalog.entries)
    date(&catalog, previous, &report)
    let feeds = catalog.feeds(base: base)
    for feed in feeds where try store.write(feed.bytes, to: feed.name) {
      report.writtenFeeds.append(feed.name)
    }
    if let key = options.signingKey {
      for feed in feeds { try sign(feed, with: key, at: catalog.modified, in: store) }
    }
    if options.removesOldContent {
      let named = catalog.entries.flatMap { entry in
        (entry.issue.content + [entry.issue.cover, entry.issue.thumbnail].compactMap { $0 }).map(
          \.url)
      }
      report.removedContent = store.removeAll(but: Set(named))
    }
    report.issues = catalog.entries.map(\.issue)
    return report
  }

  /// Makes an entry of each source. One that cannot be published is a problem of the report.
  private func add(
    _ sources: PublishableSources, by maker: IssueMaker, _ previous: PreviousCatalog?,
    to catalog: inout PublishedCatalog, _ report: inout PublishReport,
    _ progress: @Sendable (_ index: Int, _ count: Int, _ name: String) -> Void
  ) async throws(NewsstandError) {
    for (index, item) in sources.items.enumerated() {
      guard !Task.isCancelled else { throw NewsstandError(.cancelled, "publishing was cancelled") }
      progress(index, sources.items.count, item.name)
      do throws(NewsstandError) {
        let entry = try await maker.entry(
          item, publicationTitle: catalog.title, previous: previous)
        if let other = catalog.entries.first(where: { $0.issue.id == entry.issue.id }) {
          throw NewsstandError(
            .badContent, "its id \(printable(entry.issue.id.text)) is that of \(other.source)")
        }
        catalog.entries.append(entry)
      } catch {
        // An error of the disk, not of the publication.
        guard error.code == .badContent || error.code == .badCatalog else { throw error }
        report.problems.append("\(item.name): \(error.message)")
        keep(item.name, of: previous, in: &catalog)
      }
    }
  }

  /// Writes the signature of a feed beside it.
  private func sign(
    _ feed: (name: String, bytes: [UInt8]), with key: SigningKey, at modified: Timestamp,
    in store: ContentStore
  ) throws(NewsstandError) {
    let name = feed.name + CatalogSignature.ending
    // The time is the catalog's own, so that the same input gives the same bytes. Readers refuse one
    // before that of the signature that is there, which may be made by hand.
    let before = store.read(name, most: CatalogSignature.mostBytes)
      .flatMap { CatalogSignature($0)?.time }
    let time = max(modified, Timestamp(seconds: before ?? 0))
    try store.write(key.signature(of: feed.bytes, named: feed.name, at: time), to: name)
  }

  /// The issues that a folder already offers, the newest first, with the catalog's title.
  ///
  /// Throws `notFound` if nothing was published there, `badCatalog` if its catalog cannot be
  /// read.
  public static func published(
    in output: String
  ) throws(NewsstandError) -> (title: String?, issues: [Issue]) {
    guard let previous = try PreviousCatalog(output: output) else {
      throw NewsstandError(.notFound, "nothing is published in \(output): name a folder to publish")
    }
    return (previous.title, previous.entries.map(\.issue))
  }

  /// The folder of paid contents. Throws `refused` for one that the output's web server would serve.
  private static func paidFolder(
    _ options: PublishOptions, _ output: String
  ) throws(NewsstandError) -> String? {
    guard case .guarded(let folder) = options.paidContent else { return nil }
    let (paid, site) = (absolutePath(folder), absolutePath(output))
    guard paid != site, !paid.hasPrefix(site + "/"), !site.hasPrefix(paid + "/") else {
      throw NewsstandError(
        .refused, "paid contents in \(folder) would be served with \(output): name a folder outside"
      )
    }
    return paid
  }

  /// With a slash at its end.
  private static func base(_ url: String?) throws(NewsstandError) -> String {
    guard let url else { return "" }
    do throws(NewsstandError) {
      return try CatalogBase("").url(url.hasSuffix("/") ? url : url + "/", "the base URL")
    } catch {
      throw NewsstandError(.refused, error.message)
    }
  }

  /// Keeps an earlier publication in the catalog, so that readers do not lose an issue because its file
  /// is broken today.
  private func keep(
    _ source: String, of previous: PreviousCatalog?, in catalog: inout PublishedCatalog
  ) {
    guard let entry = previous?.entries.first(where: { $0.source == source }),
      !catalog.entries.contains(where: { $0.issue.id == entry.issue.id })
    else { return }
    catalog.entries.append(entry)
  }

  private func sorted(_ entries: [PublishedCatalog.Entry]) -> [PublishedCatalog.Entry] {
    var byID: [IssueID: PublishedCatalog.Entry] = [:]
    for entry in entries { byID[entry.issue.id] = entry }
    return entries.map(\.issue).newestFirst().compactMap { byID[$0.id] }
  }

  /// Dates the changes, so that the unchanged parts keep their bytes.
  private func date(
    _ catalog: inout PublishedCatalog, _ previous: PreviousCatalog?, _ report: inout PublishReport
  ) {
    var earlier: [IssueID: PublishedCatalog.Entry] = [:]
    for entry in previous?.entries ?? [] { earlier[entry.issue.id] = entry }
    for index in catalog.entries.indices {
      let entry = catalog.entries[index]
      guard let old = earlier.removeValue(forKey: entry.issue.id) else {
        catalog.entries[index].modified = catalog.modified
        report.added.append(entry.issue.id)
        continue
      }
      if old.issue == entry.issue, old.source == entry.source {
        catalog.entries[index].modified = old.modified
      } else {
        catalog.entries[index].modified = catalog.modified
        report.changed.append(entry.issue.id)
      }
    }
    report.removed = earlier.keys.sorted()
    guard let previous, let modified = previous.modified else { return }
    let isSame =
      report.added.isEmpty && report.changed.isEmpty && report.removed.isEmpty
      && previous.title == catalog.title && previous.summary == catalog.summary
      && previous.subscriptionProductID == catalog.subscriptionProductID
      && previous.subscriptionPrice == catalog.subscriptionPrice
    if isSame { catalog.modified = modified }
  }
}
