/// The numbers of pages of the documents in the spine, as far as they are known: those of the first
/// documents, without a gap.
struct PageCounts {
  /// The items of the spine that have pages.
  private(set) var items: Range<Int>
  /// The number of pages of the first items: 0 for one that cannot be laid out, `beyondLimit` for one
  /// that could not be within its limits. Either stands as one page.
  private(set) var numbers: [Int] = []
  /// The index of the first page of each counted item, and of the item after them.
  private var starts = [0]

  static let beyondLimit = -1

  init(of items: Range<Int>) { self.items = items }

  /// True if the pages of all items are counted.
  var isComplete: Bool { numbers.count == items.count }

  /// The next item to be counted.
  var next: Int { items.lowerBound + numbers.count }

  /// The number of pages in the counted items.
  var pageCount: Int { starts[starts.count - 1] }

  /// True if every counted item could be laid out, so that no page is missing.
  var areAllLaidOut: Bool { numbers.allSatisfy { $0 > 0 } }

  mutating func append(_ number: Int) {
    numbers.append(number)
    starts.append(pageCount + max(1, number))
  }

  /// Removes the items that are not counted.
  mutating func end() { items = items.prefix(numbers.count) }

  /// The item of a page and the page's index in it; nil if it is not known. Unless `isWhole`, the item
  /// after the counted ones is known to have a first page.
  func place(ofPage index: Int, isWhole: Bool) -> (item: Int, page: Int)? {
    guard index >= 0, index < pageCount else {
      return index == pageCount && !isWhole && !isComplete ? (next, 0) : nil
    }
    // Finds the last item that begins at or before the page; every item has a page.
    var (low, high) = (0, numbers.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= index { low = middle } else { high = middle }
    }
    return (items.lowerBound + low, index - starts[low])
  }

  /// The index of the first page of an item; nil if it is not known or not among the items.
  func start(ofItem item: Int) -> Int? {
    guard items.contains(item), item - items.lowerBound < starts.count else { return nil }
    return starts[item - items.lowerBound]
  }
}
