import RectoPageModel
import RectoWorkers
import Synchronization

extension OpenPublication {
  /// The hits of a search, page by page. Some pages after each are read first, since a hit may
  /// continue on them.
  ///
  /// `pages` are indices in any order; each is searched once, in ascending order. Nil means all
  /// pages. A hit may cross from one page to the next if both are searched.
  public func hits(
    of search: TextSearch, on pages: [Int]? = nil, _ requestOptions: RequestOptions = .visible
  ) -> PublicationHits {
    PublicationHits(
      publication: self, search: search,
      pages: pages.map { Set($0).sorted() } ?? Array(0..<pageCount),
      requestOptions: requestOptions)
  }
}

/// The hits of a search in a publication, in the order of its pages. Leaving the loop, or cancelling
/// the task, ends the search.
///
/// If the engine has a cache, a search that reads all pages stores an index there, and further ones
/// read only pages that may have hits.
public struct PublicationHits: AsyncSequence, Sendable {
  /// A page's index with the hits that begin there, or why its text cannot be read.
  public typealias Element = PagesInOrder<[TextSearch.Hit]>.Element

  let publication: OpenPublication
  let search: TextSearch
  let pages: [Int]
  let requestOptions: RequestOptions

  /// Restarts with the first page at each call.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// The state of a loop. It belongs to one task.
  public final class Iterator: AsyncIteratorProtocol {
    private let hits: PublicationHits
    private var started: (search: RunningSearch, texts: PageTexts)?
    /// Pages that were read and not yet returned, with their errors.
    private var waiting: [(page: Int, error: PageError?)] = []
    private var isRead = false

    fileprivate init(_ hits: PublicationHits) { self.hits = hits }

    /// The next page. Nil after the last.
    ///
    /// Throws `limit` if a regular expression takes too long, `busy` and `cancelled`.
    public func next() async throws(PageError) -> Element? {
      let (search, texts) = try await start()
      while !isRead, waiting.count <= PublicationSearch.lookahead {
        guard let element = await texts.next() else {
          isRead = true
          break
        }
        switch element.result {
        case .success(let page):
          search.add(page)
          waiting.append((page.page, nil))
        case .failure(let error) where [.busy, .cancelled].contains(error.code): throw error
        case .failure(let error): waiting.append((element.page, error))
        }
      }
      guard !Task.isCancelled else { throw PageError(.cancelled, "the search was cancelled") }
      guard !waiting.isEmpty else { return nil }
      let (page, error) = waiting.removeFirst()
      if let error { return Element(page: page, result: .failure(error)) }
      return Element(
        page: page, result: .success(try await search.next(isRegex: hits.search.options.isRegex)))
    }

    private func start() async throws(PageError) -> (search: RunningSearch, texts: PageTexts) {
      if let started { return started }
      let spreads = hits.pages.count > 1 ? try await hits.publication.spreads() : []
      let search = try PublicationSearch(hits.search, pages: hits.pages.count, spreads: spreads)
      let index = try await hits.publication.keptIndex(hits.requestOptions)
      let started = (RunningSearch(search), PageTexts(of: hits, index: index))
      self.started = started
      return started
    }
  }
}

/// A search in progress.
private final class RunningSearch: Sendable {
  private let search: Mutex<PublicationSearch>
  private let matcher: any TextMatcher

  init(_ search: PublicationSearch) {
    matcher = search.matcher
    self.search = Mutex(search)
  }

  func add(_ page: SearchedPage) { search.withLock { $0.add(page) } }

  /// Runs a regular expression on a background thread, since it may take long.
  func next(isRegex: Bool) async throws(PageError) -> [TextSearch.Hit] {
    guard isRegex else { return try WorkPace.current.perform(step) }
    let outcome = await withTaskCancellationHandler {
      do throws(PageError) {
        return Result<[TextSearch.Hit], PageError>.success(
          try await WorkPace.performBehind(step))
      } catch {
        return .failure(error)
      }
    } onCancel: {
      matcher.cancel()
    }
    return try outcome.get()
  }

  @Sendable private func step() throws(PageError) -> [TextSearch.Hit] {
    try search.withLock { search throws(PageError) in try search.next() }
  }
}
