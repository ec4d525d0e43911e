import RectoPageModel

/// Divides the pages of a publication into its articles.
///
/// Articles begin at the targets of the table of contents; without one, at headings of the highest
/// level.
struct ArticleReader {
  private struct Start {
    var element: Int
    let title: String
    /// The thread that it is in, if the source has several.
    let thread: String?
    /// True if there is a heading with this title.
    var isHeading = true
  }

  /// The points by which a column may begin to the right of the target of an entry.
  private static let tolerance = 20.0

  let info: PublicationInfo
  /// The elements of all pages, one page after the other.
  private(set) var elements: [PageElement] = []
  /// The text of each element, as compared with titles; nil for a picture.
  private var titles: [ComparedTitle?] = []
  /// The range of each page's elements.
  private(set) var ranges: [Int: Range<Int>] = [:]
  /// The transforms from page points to points as displayed, for rotated pages.
  private var turns: [Int: AffineTransform] = [:]

  /// Only the pages in `only` are read; the others help to recognize headings and page furniture.
  init(_ pages: [ArticlePage], info: PublicationInfo, only: Set<Int>? = nil) {
    self.info = info
    for page in pages { turns[page.index] = page.turn }
    let furniture = ArticleFurniture(pages)
    let found = pages.map(furniture.text)
    let kinds = PassageKinds(found.flatMap { $0 })
    var items = ListItems.marked(found.flatMap { $0 }, kinds)[...]
    let text = found.map { page in
      defer { items = items.dropFirst(page.count) }
      return Array(items.prefix(page.count))
    }
    for (page, text) in zip(pages, text) where only?.contains(page.index) ?? true {
      let first = elements.count
      elements += page.elements(text, kinds)
      ranges[page.index] = first..<elements.count
    }
    titles = elements.map { element in
      if case .text(let passage, _) = element { ComparedTitle(passage.text) } else { nil }
    }
  }

  /// The articles, which have text.
  func articles(_ outline: [OutlineItem]) -> [Article] {
    sections(outline).filter { $0.blocks.contains { !$0.runs.isEmpty } }
  }

  /// The articles, including those with pictures only.
  func sections(_ outline: [OutlineItem]) -> [Article] {
    var starts = starts(outline)
    if !starts.contains(where: \.isHeading) {
      // The entries of a table of contents may all be sections that contain several articles.
      // Headings below the first level may be within articles whose titles are pictures.
      let ofHeadings = headingStarts()
      if starts.isEmpty || levelsOfArticles?.upperBound == 1 && ofHeadings.count > starts.count {
        starts = ofHeadings
      }
    }
    starts = starts.enumerated().sorted {
      ($0.element.element, $0.offset) < ($1.element.element, $1.offset)
    }.map(\.element)
    if let first = starts.first, first.element != 0, isHead(of: first) {
      starts[0].element = 0
    } else if starts.first?.element != 0 {
      let title = info.metadata.title.map { Self.isFileName($0) ? "" : $0 } ?? ""
      starts.insert(Start(element: 0, title: title, thread: elements.first?.thread), at: 0)
    }
    var writers = Array(repeating: ArticleWriter(), count: starts.count)
    for (element, owner) in zip(elements, owners(among: starts)) { writers[owner].add(element) }
    return zip(starts, writers).map { start, writer in
      let blocks = writer.blocks.map { $0.turnedBack(turns) }
      return Article(
        title: start.title.isEmpty ? writer.heading ?? writer.beginning : start.title,
        language: writer.language ?? info.metadata.language, direction: writer.direction,
        blocks: blocks)
    }
  }

  /// True if a program took the name of its file for the title of the document.
  private static func isFileName(_ title: String) -> Bool {
    guard let period = title.lastIndex(of: ".") else { return false }
    return fileExtensions.contains(title[title.index(after: period)...].lowercased())
  }

  private static let fileExtensions: Set = [
    "ai", "cdr", "doc", "docx", "dvi", "html", "indd", "odt", "p65", "pdf", "pmd", "ppt", "pptx",
    "ps", "pub", "qxd", "rtf", "sla", "tex", "txt", "wpd",
  ]

  /// True if the text before the first article belongs to it: a few smaller lines above its title
  /// on the same page, such as the names of the journal and of the section.
  private func isHead(of first: Start) -> Bool {
    let title = elements[first.element...].first { $0.headingLevel != nil }
    guard first.isHeading, elements[0].thread == first.thread,
      case .text(let title, _)? = title
    else { return false }
    return elements[..<first.element].allSatisfy { element in
      guard page(of: element) == title.page else { return false }
      guard case .text(let passage, _) = element else { return true }
      return !passage.isBodyText && passage.size < title.size
    }
  }

  /// The index of the article that each element is in: the article that began last in its thread. A
  /// thread in which no article began, and a picture, belong to the article of a neighboring
  /// element.
  private func owners(among starts: [Start]) -> [Int] {
    var owners: [Int] = []
    owners.reserveCapacity(elements.count)
    var ofThreads: [String: Int] = [:]
    var (latest, next) = (0, 0)
    // The article that has begun, until its first text with a thread is found.
    var begun: Int?
    for (index, element) in elements.enumerated() {
      while next < starts.count, starts[next].element <= index {
        (latest, begun) = (next, next)
        next += 1
      }
      if let thread = element.thread {
        // A heading may be outside of the areas that a PDF states for a thread.
        if let number = begun, [nil, thread].contains(starts[number].thread) {
          ofThreads[thread] = number
          begun = nil
        }
        latest = ofThreads[thread] ?? latest
        ofThreads[thread] = latest
      }
      owners.append(latest)
    }
    // A picture is read before the text below it.
    for index in elements.indices.dropLast().reversed() where elements[index].isPicture {
      let below = elements[index + 1]
      if below.isPicture || below.thread != nil, page(of: below) == page(of: elements[index]) {
        owners[index] = owners[index + 1]
      }
    }
    return owners
  }

  func page(of element: PageElement) -> Int {
    switch element {
    case .text(let passage, _): passage.page
    case .picture(_, let page, _): page
    }
  }

  // MARK: Beginnings of articles

  /// The beginnings of articles according to a table of contents. The entries below an entry are
  /// sections of its article. But if the entry has no target, or the target of the first entry
  /// below it, it only groups them, and each of them is an article. So does an entry above all others whose
  /// page is before theirs, as a title page is.
  private func starts(_ outline: [OutlineItem]) -> [Start] {
    outline.flatMap { item in
      guard case .page(let page, let point) = item.target, let range = ranges[page],
        item.children.isEmpty || item.children[0].target != item.target,
        outline.count > 1 || !isTitlePage(page, of: item)
      else { return starts(item.children) }
      // Figures belong to the articles around them.
      guard !Passage.isCaption(item.title) else { return [] }
      let shown = point.map { turns[page]?.apply($0) ?? $0 }
      return [start(item.title, shown, in: range)]
    }
  }

  /// True if all entries below an entry are on pages after its own.
  private func isTitlePage(_ page: Int, of item: OutlineItem) -> Bool {
    !item.children.isEmpty
      && item.children.allSatisfy { child in
        guard case .page(let other, _) = child.target else { return false }
        return other > page
      }
  }

  /// The beginning of an entry's article: its title, the nearest to the entry's point if the page
  /// has it more than once; else the first text below the point.
  private func start(_ title: String, _ point: Point?, in range: Range<Int>) -> Start {
    let wanted = ComparedTitle(title)
    let named = texts(in: range).filter { index, _ in
      guard let text = titles[index] else { return false }
      return wanted.begins(text) || elements[index].headingLevel != nil && text.begins(wanted)
    }
    let headings = named.filter { elements[$0.index].headingLevel != nil }
    // A title may look like text.
    if let titled = nearest(headings, to: point) ?? nearest(named, to: point) {
      return Start(
        element: announced(titled, in: range), title: title, thread: elements[titled].thread,
        isHeading: !headings.isEmpty)
    }
    let first = point.map { firstElement(below: $0, in: range) } ?? range.lowerBound
    let thread = elements[first..<range.upperBound].lazy.compactMap(\.thread).first
    return Start(element: first, title: title, thread: thread, isHeading: false)
  }

  private func firstElement(below point: Point, in range: Range<Int>) -> Int {
    let below = texts(in: range).filter { $0.passage.box.minY >= point.y - 2 }
    let inColumn = below.first {
      $0.passage.box.minX <= point.x + Self.tolerance && $0.passage.box.maxX > point.x
    }
    return (inColumn ?? below.first).map { announced($0.index, in: range) } ?? range.lowerBound
  }

  func texts(in range: Range<Int>) -> [(index: Int, passage: Passage)] {
    range.compactMap { index in
      guard case .text(let passage, _) = elements[index] else { return nil }
      return (index, passage)
    }
  }

  private func nearest(_ texts: [(index: Int, passage: Passage)], to point: Point?) -> Int? {
    func distance(_ box: Rect) -> Double {
      point.map { abs(box.minY - $0.y) + max(0, box.minX - $0.x, $0.x - box.maxX) } ?? 0
    }
    return texts.min { distance($0.passage.box) < distance($1.passage.box) }?.index
  }

  private func headingStarts() -> [Start] {
    guard let levels = levelsOfArticles else { return [] }
    var previous: ComparedTitle?
    return beginnings(levels).compactMap { index in
      // Names and labels in small type are not above text of their own.
      guard elements[index].headingLevel == levels.lowerBound || isAboveText(index) else {
        return nil
      }
      guard case .text(let passage, _) = elements[index], let title = titles[index],
        let range = ranges[passage.page]
      else { return nil }
      // A title that is repeated on a further page begins nothing.
      defer { previous = title }
      return previous?.isSame(as: title) ?? false
        ? nil
        : Start(
          element: announced(index, in: range), title: passage.text, thread: passage.thread)
    }
  }

  /// The first element of an article by its heading: the picture and the words above the heading
  /// belong to it, unless they are a table of contents.
  private func announced(_ heading: Int, in range: Range<Int>) -> Int {
    var first = heading
    while first > range.lowerBound, elements[first - 1].announcesHeading,
      first - 2 < range.lowerBound || !elements[first - 1].leadsToPage
        || !elements[first - 2].leadsToPage,
      elements[first - 1].isPicture || elements[first - 1].thread == elements[heading].thread
    {
      first -= 1
    }
    return first
  }
}
