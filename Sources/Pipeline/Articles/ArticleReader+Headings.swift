import RectoPageModel

/// The headings that articles begin with.
extension ArticleReader {
  /// The headings of these levels that do not follow directly below another one of them.
  func beginnings(_ levels: ClosedRange<Int>) -> [Int] {
    let titles = elements.map { element -> Passage? in
      guard case .text(let passage, .heading(let level)) = element, levels.contains(level) else {
        return nil
      }
      return passage
    }
    return titles.indices.filter { index in
      guard let title = titles[index] else { return false }
      guard index > 0, let previous = titles[index - 1] else { return true }
      let gap = title.box.minY - previous.lastBox.maxY
      return title.page != previous.page || title.box.maxY <= previous.box.minY
        || gap > Self.widestGap * max(title.size, previous.size)
        || areBeside(title, previous) && isAboveText(index) && isAboveText(index - 1)
    }
  }

  /// The largest gap between a title and its continuation, in multiples of the font size.
  private static let widestGap = 4.0

  private func areBeside(_ one: Passage, _ other: Passage) -> Bool {
    one.box.minX >= other.box.maxX || one.box.maxX <= other.box.minX
  }

  /// The levels of headings that articles begin with: the highest level, or the next one below the name
  /// of a newspaper, or in a periodical all levels down to one that most pages have.
  var levelsOfArticles: ClosedRange<Int>? {
    let levels = elements.compactMap(\.headingLevel)
    guard let highest = levels.min() else { return nil }
    let below = levels.filter { $0 != highest }
    guard let next = below.min(), !hasNumberedSections(next) else { return highest...highest }
    if below.count == levels.count - 1, isMasthead(highest) { return next...next }
    guard isPeriodical, let first = elements.first.map(page(of:)) else { return highest...highest }
    // The first page has the name of the periodical.
    let others = ranges.count { $0.key != first && !$0.value.isEmpty }
    func share(_ levels: ClosedRange<Int>) -> Double {
      let pages = beginnings(levels).filter(isAboveText).map { page(of: elements[$0]) }
      guard others > 0 else { return pages.count > 1 ? 1 : 0 }
      return Double(Set(pages).count { $0 != first }) / Double(others)
    }
    if share(highest...highest) >= Self.leastOfTitles { return highest...highest }
    for level in Set(below).sorted() where share(highest...level) >= Self.leastOfHeadings {
      return highest...level
    }
    return highest...highest
  }

  /// The smallest share of pages on which articles begin, if each begins with a title of the highest
  /// level.
  private static let leastOfTitles = 0.2
  /// The same if titles and headings of sections look alike.
  private static let leastOfHeadings = 0.4

  /// True if text follows a heading, below it or where its column continues, before any other heading that
  /// is not directly below it.
  func isAboveText(_ heading: Int) -> Bool {
    guard case .text(let title, _) = elements[heading] else { return false }
    var passed = 0
    for element in elements[(heading + 1)...].prefix(Self.mostBelowTitle) {
      guard case .text(let passage, let kind) = element else { continue }
      let isBeside = areBeside(passage, title)
      let isBelow =
        passage.page == title.page && passage.box.minY >= title.box.minY && !isBeside
      let isNextColumn =
        passage.page > title.page
        || isBeside && (passage.direction == .rightToLeft) == (passage.box.maxX <= title.box.minX)
      guard isBelow || isNextColumn && passed == 0 else { continue }
      if case .heading = kind {
        if passed == 0 { continue }
        return false
      }
      if passage.isBodyText || passage.letterCount >= Self.leastText { return true }
      passed += 1
      if passed == Self.mostAboveText { return false }
    }
    return false
  }

  /// The maximum number of elements between a heading and its text, such as a byline.
  private static let mostAboveText = 4
  /// The number of elements that are searched for its text; those of a sidebar may be in between.
  private static let mostBelowTitle = 60
  /// The minimum number of letters of text that does not end as a sentence.
  private static let leastText = 150

  /// True if the first page or the document's title names a periodical, or the page states its issue,
  /// and no heading is one that only papers have.
  private var isPeriodical: Bool {
    guard let range = elements.first.flatMap({ ranges[page(of: $0)] }) else { return false }
    let isNamed = texts(in: range).contains { _, passage in
      passage.lineCount <= Self.mostLinesOfName
        && (Periodical.isNamed(in: passage.text) || Periodical.hasIssue(in: passage.text))
    }
    return (isNamed || Periodical.isNamed(in: info.metadata.title ?? ""))
      && !elements.indices.contains { index in
        guard elements[index].headingLevel != nil, case .text(let passage, _) = elements[index]
        else { return false }
        return Periodical.isOfPaper(passage.text)
      }
  }

  /// The maximum number of lines of a periodical's name.
  private static let mostLinesOfName = 3

  /// True if the headings of a level are numbered, as the sections of one article are.
  private func hasNumberedSections(_ level: Int) -> Bool {
    let numbers = elements.compactMap { element -> SectionNumber? in
      guard case .text(let passage, .heading(level)) = element else { return nil }
      return passage.number
    }
    return Set(numbers).isSuperset(of: [SectionNumber(parts: [1]), SectionNumber(parts: [2])])
  }

  /// The number of first elements that are searched for the number of the issue.
  private static let mostAboutIssue = 6

  /// True if the heading of this level is the name of a newspaper, with the number of the issue
  /// near it.
  private func isMasthead(_ level: Int) -> Bool {
    let first = elements.prefix(Self.mostAboutIssue)
    return first.contains { $0.headingLevel == level }
      && first.contains { element in
        guard case .text(let passage, .paragraph) = element, passage.lineCount == 1 else {
          return false
        }
        return Periodical.hasIssue(in: passage.text)
      }
  }
}
