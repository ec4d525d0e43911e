import RectoPageModel
import RectoWorkers

/// The texts of the pages that a search goes through, in their order. With an index, pages that
/// cannot have a part of a hit are skipped; without one, an index is built on the way.
final class PageTexts {
  typealias Element = PagesInOrder<SearchedPage>.Element

  private let publication: OpenPublication
  private let pages: [Int]
  private let index: SearchIndex?
  /// Nil if all pages are read.
  private let wanted: Set<Int>?
  private let texts: PagesInOrder<IndexedPage>.Iterator
  private var position = 0
  /// The index under construction; nil if none is made.
  private var made: [SearchIndex.Page]?

  init(of hits: PublicationHits, index: SearchIndex?) {
    let (publication, pages, requestOptions) = (hits.publication, hits.pages, hits.requestOptions)
    self.publication = publication
    self.pages = pages
    self.index = index
    wanted = hits.search.pagesToRead(by: index)
    let isWhole = pages.elementsEqual(0..<publication.pageCount)
    let isIndexed = publication.indexed != nil && index == nil && isWhole
    made = isIndexed ? [] : nil
    let read = pages.filter { [wanted] in wanted?.contains($0) ?? true }
    texts = publication.inOrder(read) { [folding = hits.search.folding] page throws(PageError) in
      try await publication.read(page, folding, isIndexed: isIndexed, requestOptions)
    }.makeAsyncIterator()
  }

  func next() async -> Element? {
    guard position < pages.count else { return nil }
    let page = pages[position]
    position += 1
    if let index, let wanted, !wanted.contains(page) {
      return Element(page: page, result: .success(SearchedPage(index.pages[page], page: page)))
    }
    guard let element = await texts.next() else { return nil }
    switch element.result {
    case .success(let read):
      if let entry = read.entry { made?.append(entry) }
      await keepIndex()
      return Element(page: element.page, result: .success(read.page))
    case .failure(let error):
      made = nil
      return Element(page: element.page, result: .failure(error))
    }
  }

  private func keepIndex() async {
    guard position == pages.count, let made, made.count == pages.count else { return }
    self.made = nil
    await publication.keep(SearchIndex(pages: made))
  }
}

/// A page that was read, with its entry in the index.
private struct IndexedPage: Sendable {
  let page: SearchedPage
  let entry: SearchIndex.Page?
}

extension TextSearch {
  /// The pages that may have a part of a hit, as an index tells; nil if all have to be read.
  fileprivate func pagesToRead(by index: SearchIndex?) -> Set<Int>? {
    guard let index, !options.isRegex else { return nil }
    return index.pagesToRead(for: query, reach: query.count + Self.contextLength)
  }
}

extension OpenPublication {
  /// The index that an earlier search left in the cache, or nil.
  func keptIndex(_ requestOptions: RequestOptions) async throws(PageError) -> SearchIndex? {
    guard let indexed else { return nil }
    if let index = searchIndex.withLock({ $0 }) { return index }
    let pace = WorkPace.current
    let index = try await ask(requestOptions) { _ in pace.perform { indexed()?.searchIndex() } }
    guard let index, index.pages.count == pageCount else { return nil }
    searchIndex.withLock { $0 = index }
    return index
  }

  fileprivate func keep(_ index: SearchIndex) async {
    searchIndex.withLock { $0 = index }
    // A search with results does not fail because of its index.
    let pace = WorkPace.current
    _ = try? await ask(.neighbor) { [indexed] _ in pace.perform { indexed?()?.store(index) } }
  }

  fileprivate func read(
    _ index: Int, _ folding: TextFolding, isIndexed: Bool, _ requestOptions: RequestOptions
  ) async throws(PageError) -> IndexedPage {
    try check(index)
    let pace = WorkPace.current
    return try await ask(requestOptions) { publication throws(PageError) in
      let page = try publication.page(at: index)
      let text = try (page as? any TextPage)?.text() ?? .none
      return try pace.perform { () throws(PageError) in
        let searched = try SearchedPage(
          text, page: index, size: page.size, isUpright: page.rotation == .none, folding)
        return IndexedPage(page: searched, entry: isIndexed ? SearchIndex.Page(searched) : nil)
      }
    }
  }
}
