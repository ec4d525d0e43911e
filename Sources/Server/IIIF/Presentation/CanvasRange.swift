/// An entry of the table of contents with the pages that belong to it.
struct CanvasRange: Sendable, Hashable {
  /// Its indices in the tree, such as `0-2` for the third child of the first entry.
  let name: String
  let title: String
  /// The pages from the entry's own to the one before the next entry's, on whatever level that is.
  let pages: Range<Int>
  let children: [CanvasRange]

  /// The ranges of a table of contents.
  static func ranges(_ entries: [ContentsEntry], pageCount: Int) -> [CanvasRange] {
    var maker = Maker(starts: starts(of: entries), pageCount: pageCount)
    return maker.ranges(entries, below: "")
  }

  private static func starts(of entries: [ContentsEntry]) -> [Int] {
    entries.flatMap { [$0.page].compactMap(\.self) + starts(of: $0.children) }
  }

  private struct Maker {
    /// The pages of all entries that have a page, in the entries' order.
    let starts: [Int]
    let pageCount: Int
    var next = 0
    /// The number of pages that may still be listed, which bounds the document: if the entries' pages
    /// jump back and forth, each entry would list most of the publication.
    var left: Int

    init(starts: [Int], pageCount: Int) {
      self.starts = starts
      self.pageCount = pageCount
      left = pageCount + starts.count
    }

    mutating func ranges(_ entries: [ContentsEntry], below parent: String) -> [CanvasRange] {
      var ranges: [CanvasRange] = []
      for (position, entry) in entries.enumerated() {
        let name = parent.isEmpty ? "\(position)" : "\(parent)-\(position)"
        let pages = entry.page.map { takePages(from: $0) } ?? 0..<0
        ranges.append(
          CanvasRange(
            name: name, title: entry.title, pages: pages,
            children: self.ranges(entry.children, below: name)))
      }
      return ranges
    }

    private mutating func takePages(from page: Int) -> Range<Int> {
      next += 1
      let end = next < starts.count ? starts[next] : pageCount
      let pages = page..<max(page + 1, min(end, page + left))
      left = max(0, left - pages.count)
      return pages
    }
  }
}
