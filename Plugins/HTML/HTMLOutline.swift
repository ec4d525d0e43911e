import RectoPageModel

extension HTMLPublication {
  /// Pages that are loaded for their headings: a second or two. Of longer publications the others
  /// are missing from it.
  private static let pageLimit = 24

  /// The headings of the pages, nested by their levels. A page that cannot be loaded has none.
  func outline() throws(PageError) -> [OutlineItem] {
    var builder = OutlineBuilder()
    for index in 0..<min(pageCount, Self.pageLimit) {
      guard let page = try? load(index), let reading = try? page.read() else { continue }
      for heading in reading.headings {
        let point = Point(
          x: min(max(0, heading.point.x), page.size.width),
          y: min(max(0, heading.point.y), page.size.height))
        builder.add(heading.title, level: heading.level, target: .page(index, point))
      }
    }
    return builder.items
  }
}

/// Nests headings as they come: a lower one belongs to the last higher one.
private struct OutlineBuilder {
  private var open: [(level: Int, item: OutlineItem)] = []
  private var closed: [OutlineItem] = []

  mutating func add(_ title: String, level: Int, target: LinkTarget) {
    close(to: level)
    open.append((level, OutlineItem(title: title, target: target)))
  }

  var items: [OutlineItem] {
    var rest = self
    rest.close(to: 0)
    return rest.closed
  }

  /// Ends the entries that nothing of this level can belong to.
  private mutating func close(to level: Int) {
    while let last = open.last, last.level >= level {
      open.removeLast()
      if open.isEmpty {
        closed.append(last.item)
      } else {
        open[open.count - 1].item.children.append(last.item)
      }
    }
  }
}
