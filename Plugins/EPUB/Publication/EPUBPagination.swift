import RectoJSON
import RectoPageModel
import RectoPluginKit

/// Documents are laid out one after the other until the page that is wanted is known; all of them only
/// where all are wanted.
extension EPUBPublication {
  /// The number of pages after those of the first document of an excerpt, to be read while the
  /// rest is laid out.
  private static let excerptPages = 4
  private static let withoutPages = "chapter-without-pages"
  /// The maximum number of pages of one chapter.
  private static let pageLimit = 1_000_000
  /// The number of items whose page counts are stored together.
  private static let blockLength = 32

  var isPaginated: Bool {
    if counts.isComplete { return true }
    // An excerpt ends where it has enough pages.
    guard isExcerptWanted, counts.numbers.count > 1 else { return false }
    return counts.numbers.dropFirst().reduce(0) { $0 + max(1, $1) } >= Self.excerptPages
  }

  func isPaginated(to goal: PaginationGoal) -> Bool {
    if isPaginated { return true }
    // An excerpt whose end is not known has no other places.
    guard !isExcerptWanted else { return false }
    return switch goal {
    case .page(let index): index <= counts.pageCount
    case .place(let locator):
      place(of: locator).map { counts.start(ofItem: $0.item) != nil } ?? true
    case .whole: false
    }
  }

  var laidOutShare: Double { lengths.share(of: laidOut) }

  /// True if all documents of the book have their pages.
  var isWhole: Bool { !isExcerptWanted && isPaginated && counts.areAllLaidOut }

  /// True if only a part of the book has pages here. Lays an excerpt out to find its end.
  var isExcerpt: Bool {
    guard isExcerptWanted else { return isCover }
    try? finish()
    return counts.items != spine.indices
  }

  var pageCount: Int {
    try? finish()
    return counts.pageCount
  }

  var pageCountSoFar: PageCount {
    let isBeyondLimit = counts.numbers.contains(PageCounts.beyondLimit)
    guard !isPaginated else { return PageCount(counts.pageCount, isEstimated: isBeyondLimit) }
    let bytesOfFullPage = bytesOfFullPage
    let rest = (counts.next..<counts.items.upperBound).reduce(0) { pages, item in
      guard !spine[item].isFixed else { return pages + 1 }
      return pages + max(1, lengths.bytes(ofItem: item) / bytesOfFullPage + Self.emptyPart)
    }
    return PageCount(counts.pageCount + Int(rest.rounded()), isEstimated: true)
  }

  /// Bytes of documents for each full page: of the pages that are there, or by the density of their
  /// text.
  private var bytesOfFullPage: Double {
    let counted = zip(counts.items, counts.numbers).filter { !spine[$0.0].isFixed && $0.1 > 0 }
    let pages = counted.reduce(0) { $0 + $1.1 }
    guard pages >= Self.significantPages else { return density.bytesOfPage(in: style) }
    let full = Double(pages) - Double(counted.count) * Self.emptyPart
    return max(1, counted.reduce(0) { $0 + lengths.bytes(ofItem: $1.0) } / full)
  }

  /// The part of a document's last page that is empty, on average.
  private static let emptyPart = 0.5
  private static let significantPages = 10

  // MARK: Counting

  func share(_ store: any LayoutStore) {
    shelf.store = store
    adoptPagination()
    while !isPaginated, spine[counts.next].isFixed { counts.append(1) }
    if counts.isComplete { counts.end() }
  }

  func paginate(
    to goal: PaginationGoal, seconds: Double, isHelping: Bool
  ) throws(PageError) {
    let end = ContinuousClock.now + .seconds(seconds)
    repeat {
      if isPaginated(to: goal) { break }
      if isHelping, !remainingItems.isEmpty {
        guard try !layOutFromTheEnd() else { continue }
        adoptPagination()
        if isPaginated { return }
      }
      try countNext()
    } while ContinuousClock.now < end
    if isPaginated { complete() }
  }

  /// Paginates up to a goal, without a time limit.
  func count(to goal: PaginationGoal) throws(PageError) {
    while !isPaginated(to: goal) { try paginate(to: goal, seconds: 60, isHelping: false) }
  }

  /// Counts the items before one of the spine.
  func count(toItem item: Int) throws(PageError) {
    if isExcerptWanted { return try finish() }
    while !isPaginated, counts.start(ofItem: item) == nil { try countNext() }
    if isPaginated { complete() }
  }

  func countPages() throws(PageError) { try finish() }

  /// Lays out everything that remains.
  func finish() throws(PageError) { try count(to: .whole) }

  private func countNext() throws(PageError) {
    if adoptBlock() { return }
    let item = counts.next
    guard !spine[item].isFixed else { return append(1) }
    do throws(PageError) {
      let pages = try shelf.chapter(item).pageCount
      laidOut.insert(item)
      labeledPages(ofItem: item)
      append(pages)
    } catch {
      // Without a browser or a processor no other chapter is laid out either.
      guard canGoOn(after: error) else { throw error }
      let isLimit = error.code == .limit
      append(isLimit ? PageCounts.beyondLimit : 0)
      failures.append(
        PageWarning(
          code: isLimit ? PageWarning.partBeyondLimit : Self.withoutPages, message: error.message))
      // The book fails if all of its documents do.
      if counts.numbers.count == spine.count, failures.count == spine.count { throw error }
    }
  }

  private func canGoOn(after error: PageError) -> Bool {
    browser.isAlive && ![.notInstalled, .busy].contains(error.code)
  }

  private func append(_ pages: Int) {
    counts.append(pages)
    keepBlock()
  }

  /// Lays out the last remaining chapter. Returns false once it meets the copy that works from the
  /// first chapter on.
  private func layOutFromTheEnd() throws(PageError) -> Bool {
    while let item = remainingItems.last, spine[item].isFixed { remainingItems.removeLast() }
    guard let item = remainingItems.popLast(), item >= counts.next,
      shelf.chapterAtHand(item) == nil
    else {
      remainingItems = 0..<0
      return false
    }
    do throws(PageError) {
      _ = try shelf.chapter(item)
      laidOut.insert(item)
      labeledPages(ofItem: item)
    } catch {
      // It is a warning when it is counted.
      guard canGoOn(after: error) else { throw error }
    }
    return true
  }

  // MARK: Kept numbers

  func numbers(_ name: LayoutName) -> [Int]? {
    guard let bytes = shelf.store?.layout(name),
      let numbers = try? JSONDocument(bytes).root.elements({ count throws(JSONError) in
        try count.integer()
      }), numbers.allSatisfy({ (PageCounts.beyondLimit...Self.pageLimit).contains($0) })
    else { return nil }
    return numbers
  }

  func keep(_ numbers: some Sequence<Int>, as name: LayoutName, isLasting: Bool) {
    var json = JSONWriter(isExact: true)
    json.array(Array(numbers)) { $0.value($1) }
    shelf.store?.keep(json.bytes, as: name, isLasting: isLasting)
  }

  /// Takes over what another copy has counted, if it can be of this book.
  private func adoptPagination() {
    guard let known = numbers(paginationName),
      known.count == counts.items.count
        || isExcerptWanted && (1..<counts.items.count).contains(known.count)
    else { return }
    var adopted = PageCounts(of: counts.items)
    for number in known { adopted.append(number) }
    for (item, number) in zip(counts.items, known).dropFirst(counts.numbers.count) {
      addFailure(item, number)
    }
    counts = adopted
    counts.end()
  }

  /// Takes over a block of numbers that another copy has counted.
  private func adoptBlock() -> Bool {
    let count = counts.numbers.count
    guard !isExcerptWanted, count % Self.blockLength == 0,
      let known = numbers(.counts(ofBlock: count / Self.blockLength)),
      known.count == Self.blockLength, known.count <= counts.items.count - count
    else { return false }
    for number in known {
      addFailure(counts.next, number)
      counts.append(number)
    }
    return true
  }

  private func keepBlock() {
    let count = counts.numbers.count
    guard !isExcerptWanted, count % Self.blockLength == 0 else { return }
    let block = counts.numbers.suffix(Self.blockLength)
    keep(
      block, as: .counts(ofBlock: count / Self.blockLength - 1),
      isLasting: block.allSatisfy { $0 > 0 })
  }

  private func addFailure(_ item: Int, _ number: Int) {
    guard number <= 0 else { return }
    let isLimit = number == PageCounts.beyondLimit
    failures.append(
      PageWarning(
        code: isLimit ? PageWarning.partBeyondLimit : Self.withoutPages,
        message: "\(spine[item].path.text.printable): it cannot be laid out"
          + (isLimit ? " within its limits" : "")))
  }

  /// An excerpt has other parts than the whole book.
  private var paginationName: LayoutName { isExcerptWanted ? .excerpt : .pagination }

  /// A chapter that fails within the limits of one machine may succeed on another day.
  private func complete() {
    counts.end()
    keep(counts.numbers, as: paginationName, isLasting: isWhole)
  }
}

extension LayoutName {
  /// The number of pages of each document of an excerpt.
  static let excerpt = LayoutName("excerpt")!
  static let outline = LayoutName("outline")!
}
