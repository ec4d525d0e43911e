import RectoMarkup
import RectoPageModel

extension HTMLPublication {
  /// The number of pages that are loaded for the positions of their headings, which takes a second
  /// or two. The headings of other pages are read from their files, and have the page as target.
  private static let loadedPages = 24
  /// The maximum number of entries of the outline.
  private static let entryLimit = 20_000

  /// The headings of the pages, nested by their levels. A page that cannot be loaded has none.
  func outline() throws(PageError) -> [OutlineItem] {
    var builder = OutlineBuilder()
    for index in 0..<pageCount where builder.count < Self.entryLimit {
      guard index < Self.loadedPages else {
        for heading in source.headings(ofPage: index) {
          builder.add(heading.title, level: heading.level, target: .page(index, nil))
        }
        continue
      }
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

extension HTMLSource {
  /// The headings in a page's file; none if it cannot be read.
  fileprivate func headings(ofPage index: Int) -> [(level: Int, title: String)] {
    guard let bytes = document(pages[index]) else { return [] }
    let found = try? XMLDocument(bytes, as: .html).withRoot { root throws(PageError) in
      root.descendants { Self.level(of: $0) != nil }.compactMap { element in
        let title = element.text.replacing("\u{AD}", with: "").collapsed
        return Self.level(of: element).flatMap { title.isEmpty ? nil : ($0, title) }
      }
    }
    return found ?? []
  }

  private static func level(of element: XMLElement) -> Int? {
    guard element.name.utf8.count == 2, element.name.first?.lowercased() == "h" else { return nil }
    return element.name.last?.wholeNumberValue.flatMap { (1...6).contains($0) ? $0 : nil }
  }
}

/// Nests headings in their order: each belongs to the last heading of a higher level.
private struct OutlineBuilder {
  private var open: [(level: Int, item: OutlineItem)] = []
  private var closed: [OutlineItem] = []

  private(set) var count = 0

  mutating func add(_ title: String, level: Int, target: LinkTarget) {
    count += 1
    close(to: level)
    open.append((level, OutlineItem(title: title, target: target)))
  }

  var items: [OutlineItem] {
    var rest = self
    rest.close(to: 0)
    return rest.closed
  }

  /// Closes the entries that a heading of this level cannot belong to.
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
