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
  /// The elements of the first page among which the number of the issue is looked for.
  private static let mostAboutIssue = 6
  private static let issueWords: Set = [
    "issue", "vol", "volume", "no", "nr", "number", "ausgabe", "heft", "jahrgang", "numéro",
    "número",
    "numero", "nº", "n°", "číslo", "numer", "nummer",
  ]
  /// Points that a column may begin to the right of where an entry leads.
  private static let tolerance = 20.0

  private let info: PublicationInfo
  /// The elements of all pages, one page after the other.
  private var elements: [PageElement] = []
  /// The range of each page's elements.
  private var ranges: [Int: Range<Int>] = [:]

  /// `only` are the pages that are wanted; the others only help to understand them.
  init(_ pages: [ArticlePage], info: PublicationInfo, only: Set<Int>? = nil) {
    self.info = info
    let furniture = ArticleFurniture(pages)
    let text = pages.map(furniture.text)
    let kinds = PassageKinds(text.flatMap { $0 })
    for (page, text) in zip(pages, text) where only?.contains(page.index) ?? true {
      let first = elements.count
      elements += page.elements(text, kinds)
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
        title: start.title.isEmpty ? writer.heading ?? writer.beginning : start.title,
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

  /// The beginning of an entry's article: its title, the nearest to the entry's point if the page has
  /// it more than once; else the first text below the point.
  private func element(_ title: String, _ point: Point?, in range: Range<Int>) -> Int {
    let wanted = name(title)
    let headings = texts(in: range).filter { element in
      guard elements[element.index].headingLevel != nil else { return false }
      let text = name(element.passage.text)
      return !text.isEmpty && (wanted.hasPrefix(text) || text.hasPrefix(wanted))
    }
    // A title may look like text.
    let named = texts(in: range).filter {
      wanted.count >= Self.shortestTitle && name($0.passage.text).hasPrefix(wanted)
    }
    if let titled = nearest(headings, to: point) ?? nearest(named, to: point) {
      return announced(titled, in: range)
    }
    guard let point else { return range.lowerBound }
    let below = texts(in: range).filter { $0.passage.box.minY >= point.y - 2 }
    let inColumn = below.first {
      $0.passage.box.minX <= point.x + Self.tolerance && $0.passage.box.maxX > point.x
    }
    return (inColumn ?? below.first).map { announced($0.index, in: range) } ?? range.lowerBound
  }

  private func texts(in range: Range<Int>) -> [(index: Int, passage: Passage)] {
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
    let levels = elements.compactMap(\.headingLevel)
    let belowMasthead = hasMasthead ? levels.filter { $0 != levels.min() }.min() : nil
    guard let highest = belowMasthead ?? levels.min() else { return [] }
    var previous = ""
    return elements.indices.compactMap { index in
      guard elements[index].headingLevel == highest,
        index == 0 || elements[index - 1].headingLevel != highest,
        case .text(let passage, _) = elements[index], let range = ranges[passage.page]
      else { return nil }
      // A title that is repeated on a further page begins nothing.
      let name = name(passage.text)
      defer { previous = name }
      return name == previous
        ? nil : Start(element: announced(index, in: range), title: passage.text)
    }
  }

  /// True if the only heading of the highest level is the name of a paper with the number of the issue
  /// near it.
  private var hasMasthead: Bool {
    let levels = elements.compactMap(\.headingLevel)
    let first = elements.prefix(Self.mostAboutIssue)
    return levels.count { $0 == levels.min() } == 1
      && first.contains { $0.headingLevel == levels.min() }
      && first.contains { element in
        guard case .text(let passage, .paragraph) = element, passage.lineCount == 1 else {
          return false
        }
        let words = passage.text.lowercased().split { !$0.isLetter && !$0.isNumber }
        return words.contains { Self.issueWords.contains(String($0)) }
          && words.contains { $0.first?.isNumber == true }
      }
  }

  /// With the picture and the words that stand above a heading.
  private func announced(_ heading: Int, in range: Range<Int>) -> Int {
    var first = heading
    while first > range.lowerBound, elements[first - 1].announcesHeading { first -= 1 }
    return first
  }

  /// The letters of a title, without the number of its section, which may be in the table of contents
  /// only, or in the text only.
  private func name(_ title: String) -> String {
    let letters = TextFolding().fold(title).filter { $0.isLetter || $0.isNumber }
    let unnumbered = letters.drop { $0.isNumber }
    return unnumbered.isEmpty ? letters : String(unnumbered)
  }
}
