import Browser
import EPUBReading
import HTMLBackend
import PageModel
import PluginKit
import Typesetting

/// A book: its reflowable documents as the pages that they are laid out to, those of fixed size as
/// a page each.
final class EPUBPublication: PaginatingPublication {
  let open: OpenBook
  let style: ChapterStyle
  let shelf: ChapterShelf
  /// The pages of fixed size, and for each item of the spine which of them it is.
  private let fixed: (any Publication)?
  private var fixedIndices: [Int: Int] = [:]
  private let browser: Browser
  /// The items that have pages: all, or as many as the excerpt that is wanted turns out to have.
  private var items: Range<Int>
  /// True if `items` ends where the excerpt has enough pages.
  private let isExcerptWanted: Bool
  /// The number of pages of `items` so far.
  private var counts: [Int] = []
  /// The index of the first page of each of `items`, and after those of the last one; empty until
  /// all are known.
  private var starts: [Int] = []
  private var failures: [PageWarning] = []
  /// The items that a helping copy has yet to look at, from the last.
  private var left: Range<Int>

  /// Pages of an excerpt behind those of its first document: to be read while all are laid out.
  private static let excerptPages = 4

  /// Throws `badRequest` for a margin that leaves nothing of the page.
  init(_ open: OpenBook, _ options: OpenOptions, browser: Browser) throws(PageError) {
    let layout = options.layout
    self.open = open
    self.browser = browser
    style = try ChapterStyle(layout)
    shelf = ChapterShelf(
      open.book.spine, style: style,
      press: ChapterPress(open, style: style, browser: browser, callSeconds: options.callSeconds))
    let spine = open.book.spine
    // Pages of fixed size are counted without being laid out.
    let excerpt = spine.contains { !$0.isFixed } ? layout.excerpt : nil
    isExcerptWanted = excerpt != nil
    let first = excerpt.flatMap { href in
      spine.firstIndex { Locator.href(ofPath: $0.path.text) == href }
    }
    items = (first ?? 0)..<spine.count
    left = items
    let fixedItems = open.book.spine.indices.filter { open.book.spine[$0].isFixed }
    for (place, item) in fixedItems.enumerated() { fixedIndices[item] = place }
    let files = BookFiles(open: open)
    fixed =
      fixedItems.isEmpty
      ? nil
      : FixedPages.publication(
        fixedItems.map { open.book.spine[$0].path }, of: files, types: files.mediaTypes,
        in: browser, callSeconds: options.callSeconds)
  }

  var book: Book { open.book }
  var spine: [SpineItem] { open.book.spine }

  var info: PublicationInfo {
    PublicationInfo(
      format: open.format, metadata: book.metadata.common,
      direction: direction,
      isReflowable: spine.contains { !$0.isFixed }, isExcerpt: isExcerpt,
      capabilities: EPUBBackend.capabilities,
      warnings: book.warnings + failures + unknownTheme)
  }

  /// The direction in the package (EPUB 3.3, 5.7.1); if it is left to the reading system, that of
  /// the book's first language.
  private var direction: ReadingDirection {
    book.direction ?? book.metadata.languages.first.map { ReadingDirection(ofLanguage: $0) }
      ?? .leftToRight
  }

  private var unknownTheme: [PageWarning] {
    guard let theme = style.unknownTheme else { return [] }
    return [
      PageWarning(
        code: LayoutOptions.unknownTheme,
        message: "there is no theme \(theme.printable): there are night, sepia")
    ]
  }

  // MARK: Pagination

  var isPaginated: Bool { !starts.isEmpty }

  func share(_ store: any LayoutStore) {
    shelf.store = store
    adoptPagination()
  }

  /// Takes over what another copy has counted.
  private func adoptPagination() {
    guard let bytes = shelf.store?.layout(paginationName),
      let known = try? JSONDocument(bytes).root.elements({ count throws(JSONError) in
        try count.integer()
      })
    else { return }
    adopt(known)
  }

  /// An excerpt has other parts than the whole book.
  private var paginationName: LayoutName { isExcerptWanted ? .excerpt : .pagination }

  /// True if only a part of the book has pages here. Lays an excerpt out to find its end.
  var isExcerpt: Bool {
    guard isExcerptWanted else { return false }
    try? finish()
    return items != spine.indices
  }

  private var isCounted: Bool {
    if counts.count == items.count { return true }
    guard isExcerptWanted, counts.count > 1 else { return false }
    return counts.dropFirst().reduce(0) { $0 + max(1, $1) } >= Self.excerptPages
  }

  func paginate(seconds: Double, isHelping: Bool) throws(PageError) {
    let end = ContinuousClock.now + .seconds(seconds)
    // It comes up meanwhile.
    try browser.start()
    repeat {
      guard !isCounted else { break }
      if isHelping, !left.isEmpty {
        guard try !layOutFromTheEnd() else { continue }
        adoptPagination()
        if isPaginated { return }
      }
      try countNext()
    } while ContinuousClock.now < end
    if isCounted {
      sumUp()
      keepPagination()
    }
  }

  private func countNext() throws(PageError) {
    let item = items.lowerBound + counts.count
    guard !spine[item].isFixed else { return counts.append(1) }
    do throws(PageError) {
      counts.append(try shelf.chapter(item).pageCount)
    } catch {
      // Without a browser no other chapter is laid out either.
      guard browser.isAlive, error.code != .notInstalled else { throw error }
      counts.append(0)
      failures.append(PageWarning(code: Self.withoutPages, message: error.message))
      // The book fails if all of its documents do.
      if counts.count == spine.count, failures.count == spine.count { throw error }
    }
  }

  /// Lays out the last chapter that is left, and gives false where it meets the copy that began at
  /// the first.
  private func layOutFromTheEnd() throws(PageError) -> Bool {
    while let item = left.last, spine[item].isFixed { left.removeLast() }
    guard let item = left.popLast(), shelf.chapterAtHand(item) == nil else {
      left = 0..<0
      return false
    }
    do throws(PageError) {
      _ = try shelf.chapter(item)
    } catch {
      // It is a warning when it is counted.
      guard browser.isAlive, error.code != .notInstalled else { throw error }
    }
    return true
  }

  /// Takes over counts, if they can be of this book.
  private func adopt(_ pagination: [Int]) {
    let isWhole = pagination.count == items.count
    guard isWhole || isExcerptWanted && (1..<items.count).contains(pagination.count),
      pagination.allSatisfy({ (0...Self.pageLimit).contains($0) })
    else { return }
    counts = pagination
    for (item, count) in zip(spine[items], counts) where count == 0 {
      failures.append(
        PageWarning(
          code: Self.withoutPages, message: "\(item.path.text.printable): it cannot be laid out"))
    }
    sumUp()
  }

  /// A chapter that fails on a busy machine may succeed on another day.
  private func keepPagination() {
    var json = JSONWriter(isExact: true)
    json.array(counts) { $0.value($1) }
    shelf.store?.keep(json.bytes, as: paginationName, isLasting: isWhole)
  }

  /// True if all documents of the book have their pages.
  var isWhole: Bool { !isExcerptWanted && isPaginated && !counts.contains(0) }

  private static let withoutPages = "chapter-without-pages"
  /// The maximum number of pages of one chapter.
  private static let pageLimit = 1_000_000

  private func sumUp() {
    items = items.prefix(counts.count)
    starts = [0]
    for count in counts { starts.append(starts[starts.count - 1] + max(1, count)) }
  }

  /// Lays all out that is not.
  func finish() throws(PageError) {
    while !isPaginated { try paginate(seconds: 60, isHelping: false) }
  }

  var pageCount: Int {
    try? finish()
    return starts.last ?? 0
  }

  // MARK: Pages

  /// The item of the spine that a page is of, and its index there.
  func place(ofPage index: Int) throws(PageError) -> (item: Int, page: Int) {
    try finish()
    guard index >= 0, index < starts[starts.count - 1] else {
      throw PageError(
        .noSuchPage,
        "there is no page \(index &+ 1): \(isExcerpt ? "the excerpt" : "the book") has "
          + "\(starts[starts.count - 1])")
    }
    // The last that begins at or before it: every item has a page.
    var (low, high) = (0, items.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= index { low = middle } else { high = middle }
    }
    return (items.lowerBound + low, index - starts[low])
  }

  /// The index of the first page of an item; nil where it is not in the excerpt.
  func start(ofItem item: Int) -> Int? {
    items.contains(item) && !starts.isEmpty ? starts[item - items.lowerBound] : nil
  }

  func page(at index: Int) throws(PageError) -> any Page {
    let (item, page) = try place(ofPage: index)
    if let place = fixedIndices[item], let fixed {
      return EPUBPage(try fixed.page(at: place), at: index, of: self, item: item)
    }
    return EPUBPage(page, ofChapter: item, at: index, of: self)
  }
}

extension SpineItem {
  /// True if it is one page of its stated size.
  var isFixed: Bool { rendition.layout == .prePaginated }
}

extension LayoutName {
  /// The number of pages of each document of an excerpt.
  static let excerpt = LayoutName("excerpt")!
  static let outline = LayoutName("outline")!
}
