import RectoPageModel

/// Divides the pages of a publication into its articles.
///
/// Articles begin at the targets of the table of contents; without one, at headings of the highest
/// level.
struct ArticleReader {
  private struct Start {
    let element: Int
    let title: String
  }

  /// The fewest letters of a title that is searched for in text.
  private static let shortestTitle = 4

  private let info: PublicationInfo
  /// The elements of all pages, one page after the other.
  private var elements: [PageElement] = []
  /// The range of each page's elements.
  private var ranges: [Int: Range<Int>] = [:]

  /// `only` are the pages that are wanted; the others only help to understand them.
  init(_ pages: [ArticlePage], info: PublicationInfo, only: Set<Int>? = nil) {
    self.info = info
    let furniture = PageFurniture(pages)
    let kinds = PassageKinds(
      pages.flatMap { page in page.passages.filter { !furniture.contains($0, of: page) } })
    for page in pages where only?.contains(page.index) ?? true {
      let first = elements.count
      elements += page.elements(kinds, without: furniture)
      ranges[page.index] = first..<elements.count
    }
  }

  /// The articles, which have text.
  func articles(_ outline: [OutlineItem]) -> [Article] {
    sections(outline).filter { $0.blocks.contains { !$0.runs.isEmpty } }
  }

  /// The same with those that have pictures only.
  func sections(_ outline: [OutlineItem]) -> [Article] {
    var starts = starts(outline)
    if starts.isEmpty { starts = headingStarts() }
    starts = starts.enumerated().sorted {
      ($0.element.element, $0.offset) < ($1.element.element, $1.offset)
    }.map(\.element)
    if starts.first?.element != 0 {
      starts.insert(Start(element: 0, title: info.metadata.title ?? ""), at: 0)
    }
    let ends = starts.dropFirst().map(\.element) + [elements.count]
    return zip(starts, ends).map { start, end in
      var writer = ArticleWriter()
      for element in elements[start.element..<end] { writer.add(element) }
      let blocks = writer.blocks
      return Article(
        title: start.title.isEmpty ? writer.beginning : start.title,
        language: info.metadata.language, direction: writer.direction, blocks: blocks)
    }
  }

  // MARK: Where articles begin

  /// From the entries of a table of contents. Those below another one are sections of its article,
  /// unless it only groups them: it leads nowhere, or where the first of them does.
  private func starts(_ outline: [OutlineItem]) -> [Start] {
    outline.flatMap { item in
      guard case .page(let page, let point) = item.target, let range = ranges[page],
        item.children.isEmpty || item.children[0].target != item.target
      else { return starts(item.children) }
      return [Start(element: element(item.title, point, in: range), title: item.title)]
    }
  }

  private func element(_ title: String, _ point: Point?, in range: Range<Int>) -> Int {
    let wanted = letters(title)
    let heading = range.first { index in
      guard case .text(let passage, .heading) = elements[index] else { return false }
      let text = letters(passage.text)
      return !text.isEmpty && (wanted.hasPrefix(text) || text.hasPrefix(wanted))
    }
    if let heading { return announced(heading, in: range) }
    // A title may look like text.
    let named = range.first { index in
      guard case .text(let passage, _) = elements[index] else { return false }
      let text = letters(passage.text)
      return wanted.count >= Self.shortestTitle && text.hasPrefix(wanted)
    }
    if let named, point == nil { return announced(named, in: range) }
    guard let point else { return range.lowerBound }
    let below = range.first { index in
      guard case .text(let passage, _) = elements[index] else { return false }
      return passage.box.minY >= point.y - 2
    }
    return below.map { announced($0, in: range) } ?? range.lowerBound
  }

  private func headingStarts() -> [Start] {
    guard let highest = elements.compactMap(\.headingLevel).min() else { return [] }
    var previous = ""
    return elements.indices.compactMap { index in
      guard elements[index].headingLevel == highest,
        index == 0 || elements[index - 1].headingLevel != highest,
        case .text(let passage, _) = elements[index], let range = ranges[passage.page]
      else { return nil }
      // A title that is repeated on a further page begins nothing.
      let name = letters(passage.text)
      defer { previous = name }
      return name == previous
        ? nil : Start(element: announced(index, in: range), title: passage.text)
    }
  }

  /// With the picture and the words that stand above a heading.
  private func announced(_ heading: Int, in range: Range<Int>) -> Int {
    var first = heading
    while first > range.lowerBound, elements[first - 1].announcesHeading { first -= 1 }
    return first
  }

  private func letters(_ text: String) -> String {
    TextFolding().fold(text).filter { $0.isLetter || $0.isNumber }
  }
}
