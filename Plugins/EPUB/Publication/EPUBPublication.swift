import RectoBrowser
import RectoEPUBReading
import RectoHTMLBackend
import RectoPageModel
import RectoPluginKit

/// A book: its reflowable documents as the pages that they are laid out to, those of fixed size as
/// a page each.
final class EPUBPublication: PaginatingPublication {
  let open: OpenBook
  let splitSpine: SplitSpine
  let style: ChapterStyle
  let shelf: ChapterShelf
  /// The length of each document's text.
  let lengths: DocumentLengths
  private(set) lazy var density = TextDensity(of: splitSpine, in: open)
  /// The pages of fixed size, and for each item of the spine which of them it is.
  private let fixed: (any Publication)?
  private var fixedIndices: [Int: Int] = [:]
  private(set) lazy var labels = PrintedLabels(of: book, in: splitSpine)
  let browser: Browser
  /// The items that have pages and how many they have; see `EPUBPagination`.
  var counts: PageCounts
  /// True if the items end where the excerpt has enough pages.
  let isExcerptWanted: Bool
  var failures: [PageWarning] = []
  /// The items that a helping copy has still to lay out, from the last to the first.
  var remainingItems: Range<Int>
  /// The items that were laid out here.
  var laidOut: Set<Int> = []

  /// True if it is the cover of a book.
  let isCover: Bool

  /// Throws `badRequest` for a margin that leaves nothing of the page.
  init(
    _ open: OpenBook, _ options: OpenOptions, browser: Browser, isCover: Bool = false
  ) throws(PageError) {
    let layout = options.layout
    self.open = open
    self.isCover = isCover
    self.browser = browser
    style = try ChapterStyle(layout)
    splitSpine = SplitSpine(of: open)
    shelf = ChapterShelf(
      splitSpine, style: style,
      paginator: ChapterPaginator(
        open, style: style, browser: browser, callSeconds: options.callSeconds))
    let spine = splitSpine.items
    // Pages of fixed size are counted without being laid out.
    let excerpt = spine.contains { !$0.isFixed } ? layout.excerpt : nil
    isExcerptWanted = excerpt != nil
    let first = excerpt.flatMap { href in
      href == LayoutOptions.lastDocument
        ? spine.count - 1 : spine.firstIndex { Locator.href(ofPath: $0.path.text) == href }
    }
    remainingItems = (first ?? 0)..<spine.count
    counts = PageCounts(of: remainingItems)
    lengths = DocumentLengths(of: splitSpine, in: open)
    let fixedItems = spine.indices.filter { spine[$0].isFixed }
    for (place, item) in fixedItems.enumerated() { fixedIndices[item] = place }
    let files = BookFiles(open: open)
    fixed =
      fixedItems.isEmpty
      ? nil
      : FixedPages.publication(
        fixedItems.map { spine[$0].path }, of: files, types: files.mediaTypes,
        in: browser, callSeconds: options.callSeconds)
  }

  var book: Book { open.book }
  /// One for each document, or for each part of a large one.
  var spine: [SpineItem] { splitSpine.items }

  var info: PublicationInfo {
    PublicationInfo(
      format: open.format, metadata: book.metadata.common,
      direction: direction,
      isReflowable: spine.contains { !$0.isFixed }, isExcerpt: isExcerpt,
      hasCoverAlone: hasCoverAlone, facingPages: facingPages,
      capabilities: EPUBBackend.capabilities,
      warnings: book.warnings + failures + documentProblems + unknownTheme)
  }

  /// The warnings about documents, as far as their pages were asked for.
  private var documentProblems: [PageWarning] {
    let codes = [FixedPages.malformed, BookWarnings.Code.missingFile.rawValue]
    let ofFixed = (fixed?.info.warnings ?? []).filter { codes.contains($0.code) }
      .map { PageWarning(code: $0.code, message: $0.message) }
    let listed = Set(book.manifest.compactMap(\.path?.text))
    // The parts of a document share most of its problems.
    var seen: Set<PageWarning> = []
    return ofFixed
      + shelf.problems.sorted { $0.key < $1.key }.flatMap { item, problems in
        problems.warnings(for: spine[item].path.text, listed: listed)
      }.filter { seen.insert($0).inserted }
  }

  /// True unless the first page is one of fixed size in a book that names no cover.
  private var hasCoverAlone: Bool {
    spine.first.map { !$0.isFixed } ?? true || book.coverPage != nil || book.coverImage != nil
  }

  /// The wish of the documents of fixed size (EPUB 3.3, 8.2.2.3), or the package's where they differ.
  /// Pages of documents that ask for no spread stand alone (`spreadPosition`), whatever others ask for.
  private var facingPages: FacingPages {
    let wishes = Set(spine.filter(\.isFixed).map(\.rendition.spread))
    if wishes == [.none] { return .never }
    let others = wishes.subtracting([.none])
    let spread = others.count == 1 ? others.first : others.isEmpty ? nil : book.rendition.spread
    return switch spread {
    case .both: .always
    case .landscape: .landscape
    default: .automatic
    }
  }

  /// Downward for a roll (EPUB RS 3.4, roll layouts), else the direction in the package (EPUB 3.3,
  /// 5.7.1); if it is left to the reading system, that of the book's first language.
  private var direction: ReadingDirection {
    if book.rendition.isRoll { return .topToBottom }
    return book.direction ?? book.metadata.languages.first.map { ReadingDirection(ofLanguage: $0) }
      ?? .leftToRight
  }

  private var unknownTheme: [PageWarning] {
    guard let theme = style.unknownTheme else { return [] }
    return [
      PageWarning(
        code: LayoutOptions.unknownTheme,
        message: "there is no theme \(theme.printable): use "
          + ReaderTheme.allCases.map(\.rawValue).joined(separator: ", "))
    ]
  }

  // MARK: Pages

  /// The item of the spine that a page is of, and its index there. Lays out what comes before.
  func place(ofPage index: Int) throws(PageError) -> (item: Int, page: Int) {
    if index >= 0 { try count(to: .page(index)) }
    guard let place = counts.place(ofPage: index, isWhole: isPaginated) else {
      try finish()
      throw PageError.noPage(at: index, of: counts.pageCount)
    }
    return place
  }

  /// The index of the first page of an item; nil where it is not in the excerpt.
  func start(ofItem item: Int) -> Int? {
    try? count(toItem: item)
    return counts.start(ofItem: item)
  }

  func page(at index: Int) throws(PageError) -> any Page {
    let (item, page) = try place(ofPage: index)
    if let place = fixedIndices[item], let fixed {
      return EPUBPage(try fixed.page(at: place), at: index, of: self, item: item)
    }
    return EPUBPage(page, ofChapter: item, at: index, of: self)
  }

  func spreadPosition(ofPage index: Int) -> SpreadPosition {
    guard let (item, page) = try? place(ofPage: index) else { return .automatic }
    return spreadPosition(ofItem: item, page: page)
  }

  /// True for the first page of a document, which may be several items.
  func begins(document item: Int, page: Int) -> Bool {
    page == 0 && splitSpine.document(ofItem: item).lowerBound == item
  }

  func spreadPosition(ofItem item: Int, page: Int) -> SpreadPosition {
    if book.rendition.isRoll { return .alone }
    guard begins(document: item, page: page), let placement = spine[item].placement else {
      let isFixed = fixed != nil && fixedIndices[item] != nil
      return isFixed && spine[item].rendition.spread == .none ? .alone : .automatic
    }
    return switch placement {
    case .left: .left
    case .right: .right
    case .center: .alone
    }
  }
}

extension SpineItem {
  /// True if it is one page of its stated size.
  var isFixed: Bool { rendition.layout == .prePaginated }
}
