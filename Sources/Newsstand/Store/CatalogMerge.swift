/// Puts the pages of a catalog together in the order in which they are to be read: a page, those that
/// follow it, then the feeds that it leads to with theirs.
struct CatalogMerge: Sendable {
  /// Nil before the first page.
  private(set) var catalog: Catalog?
  /// The requests so far: each comes after the one that led to it.
  private(set) var parts: [CatalogPart] = []
  private var distinct = DistinctIssues()
  private var asked: Set<String> = [""]
  private var waiting = [Request(url: "")]
  /// The request that the next page answers.
  private(set) var current: Request?
  private var problemCount = 0

  struct Request: Sendable {
    /// Empty for the catalog itself.
    var url: String
    /// Feeds of feeds are not followed, and repeat what other feeds list.
    var isFeed = false
    /// True if another page follows.
    var isNext = false
    /// The index of the part that led to it; nil for the catalog itself.
    var parent: Int?
  }

  /// The next URL to fetch; the empty text stands for the catalog itself. Nil at the end.
  mutating func nextRequest() -> String? {
    current = waiting.isEmpty ? nil : waiting.removeFirst()
    if let current { parts.append(CatalogPart(request: current.url, parent: current.parent)) }
    return current?.url
  }

  /// Reads a page. Throws what reading the first one throws; a later one that cannot be read is a
  /// problem of the catalog.
  ///
  /// - Parameter isFresh: False for a kept answer, used because the server gave none this time.
  mutating func add(
    _ page: KeptCatalog.Page, isFresh: Bool = true
  ) throws(NewsstandError) {
    asked.formUnion([page.request, page.answer.url])
    let read: Catalog
    do throws(NewsstandError) {
      read = try readCatalog(
        page.answer.bytes, url: page.answer.url, mediaType: page.answer.mediaType)
    } catch {
      guard catalog != nil else { throw error }
      problem("\(printable(page.request)): \(error.message)")
      return
    }
    guard catalog != nil else {
      catalog = read
      problemCount = read.problems.count
      // They are distinct among themselves.
      for issue in read.issues { _ = distinct.admit(issue) }
      endPart(from: 0, isRead: isFresh)
      follow(read)
      return
    }
    for text in read.problems { problem("\(printable(page.request)): \(text)") }
    let start = catalog?.issues.count ?? 0
    defer { endPart(from: start, isRead: isFresh) }
    for issue in read.issues {
      guard (catalog?.issues.count ?? 0) < CatalogLimits.issues else {
        problem("it has more than \(CatalogLimits.issues) issues: the others are left out")
        waiting = []
        return
      }
      if let issue = distinct.admit(issue) { catalog?.issues.append(issue) }
    }
    follow(read)
  }

  /// Notes the issues of the last part, which begin at an index of the catalog's.
  private mutating func endPart(from start: Int, isRead: Bool) {
    guard !parts.isEmpty else { return }
    parts[parts.count - 1].isRead = isRead
    parts[parts.count - 1].issues = start..<(catalog?.issues.count ?? start)
  }

  private mutating func follow(_ page: Catalog) {
    let isFeed = current?.isFeed ?? false
    let part = parts.count - 1
    if let next = page.next {
      if asked.insert(next).inserted {
        waiting.insert(
          Request(url: next, isFeed: isFeed, isNext: true, parent: part), at: 0)
      } else {
        problem("its next page \(printable(next)) was there before")
      }
    }
    guard !isFeed else { return }
    for feed in page.feeds where asked.insert(feed).inserted {
      waiting.append(Request(url: feed, isFeed: true, parent: part))
    }
  }

  mutating func problem(_ sentence: String) {
    problemCount += 1
    if problemCount <= CatalogLimits.problems { catalog?.problems.append(sentence) }
  }
}
