import RectoPageModel

/// A passage or a picture, in the order in which a page is read.
enum PageElement {
  case text(Passage, Article.Kind)
  case picture(PlacedImage, page: Int, caption: Passage?)

  /// The maximum length, in letters, of a line above a heading that belongs to it and does not
  /// end as a sentence.
  private static let longestKicker = 40

  var isPicture: Bool { if case .picture = self { true } else { false } }

  var headingLevel: Int? {
    if case .text(_, .heading(let level)) = self { level } else { nil }
  }

  /// The text that it is a part of, if the source has several; nil for a picture.
  var thread: String? {
    if case .text(let passage, _) = self { passage.thread } else { nil }
  }

  /// True if it is text that leads to a page, as entries of a table of contents do.
  var leadsToPage: Bool {
    if case .text(let passage, _) = self { passage.leadsToPage } else { false }
  }

  /// True if it belongs to the heading after it.
  var announcesHeading: Bool {
    switch self {
    case .picture: true
    case .text(let passage, .paragraph):
      passage.role == .caption
        || passage.letterCount <= Self.longestKicker && !passage.isFinished
    case .text: false
    }
  }
}

extension ArticlePage {
  /// Points between a picture and its caption.
  private static let captionDistance = 30.0
  /// The maximum number of passages between the label of a table and its caption.
  private static let mostBetween = 8
  /// The maximum number of passages between a section number in the margin, which is read before
  /// the text, and its title.
  private static let mostOfMargin = 64
  /// The maximum number of consecutive section numbers in the margin: more of them count lines.
  private static let mostSections = 8
  /// The least size of a section number before its title, in multiples of the title's.
  private static let leastOfNumber = 0.7
  /// The widest gap between a section number in the margin and its title, in em of the title.
  private static let widestGap = 6.0

  /// The passages that are text, with each picture before the text that stands below it.
  func elements(_ text: [Passage], _ kinds: PassageKinds) -> [PageElement] {
    var passages = withWholeTitles(withNumbers(DropCap.joined(text, kinds), kinds), kinds)
    for index in passages.indices { passages[index].isAside = kinds.isAside(passages[index]) }
    let captions = pictures.map { picture in
      passages.firstIndex { isCaption($0, of: picture) }.map { passages.remove(at: $0) }
    }
    var places: [Int: [PageElement]] = [:]
    let order = pictures.indices.sorted {
      (pictures[$0].box.minY, pictures[$0].box.minX)
        < (pictures[$1].box.minY, pictures[$1].box.minX)
    }
    for number in order {
      let box = pictures[number].box
      let below = passages.firstIndex { passage in
        passage.box.minY >= box.maxY - 2 && passage.box.minX < box.maxX
          && passage.box.maxX > box.minX
      }
      places[below ?? passages.count, default: []].append(
        .picture(pictures[number], page: index, caption: captions[number]))
    }
    var elements: [PageElement] = []
    let others = bylines(passages, kinds).union(entries(passages, kinds))
    for (place, passage) in passages.enumerated() {
      let kind = others.contains(place) ? .paragraph : kinds.kind(of: passage)
      elements += places[place] ?? []
      elements.append(.text(passage, kind))
    }
    return elements + (places[passages.count] ?? [])
  }

  /// The passages, with the numbers of sections that stand by themselves as the beginnings of their
  /// headings, and those of tables as the beginnings of their captions.
  private func withNumbers(_ passages: [Passage], _ kinds: PassageKinds) -> [Passage] {
    var result: [Passage] = []
    for var passage in passages {
      if case .heading = kinds.kind(of: passage), let number = number(of: passage, among: result) {
        passage.begin(with: result.remove(at: number).runs, isWord: true)
      }
      result.append(passage)
    }
    return result
  }

  /// The number of a section directly before its title or in the margin on its left, or the label of
  /// a table on the left of its caption, with other cells and marks of the figure in between.
  private func number(of heading: Passage, among before: [Passage]) -> Int? {
    func rise(_ number: Passage) -> Double {
      abs(number.box.minY - heading.box.minY) / heading.size
    }
    func isOnLeft(_ number: Passage) -> Bool {
      rise(number) < 0.5
        && (0...Self.widestGap).contains((heading.box.minX - number.box.maxX) / heading.size)
    }
    /// True if a number of about the title's size stands above the title or on its left.
    func isBefore(_ number: Passage) -> Bool {
      let isAbove =
        number.box.maxY <= heading.box.minY + heading.size / 2
        && number.box.minX < heading.box.maxX && number.box.maxX > heading.box.minX
      return number.size >= Self.leastOfNumber * heading.size && rise(number) < 3
        && (isAbove || isOnLeft(number))
    }
    func isNumber(_ passage: Passage) -> Bool {
      passage.isSectionNumber && passage.role != .tableCell
    }
    if let last = before.last, isNumber(last), isBefore(last) { return before.count - 1 }
    if let label = before.suffix(Self.mostBetween).lastIndex(where: { $0.isLabel && isOnLeft($0) })
    {
      return label
    }
    let margin = before.suffix(Self.mostOfMargin).filter(isNumber)
    let following = zip(margin, margin.dropFirst()).count { first, second in
      first.number.map { second.number?.isNext(to: $0) ?? false } ?? false
    }
    guard following < Self.mostSections else { return nil }
    return before.suffix(Self.mostOfMargin).lastIndex {
      isNumber($0) && isOnLeft($0) && heading.number == nil
    }
  }

  private func isCaption(_ passage: Passage, of picture: PlacedImage) -> Bool {
    let box = picture.box
    // Small text is one where it stands below, and no wider.
    let isBelow =
      passage.isAside && passage.box.minY >= box.maxY - 2 && passage.box.minX >= box.minX - 10
      && passage.box.maxX <= box.maxX + 10
    guard passage.role == .caption || isBelow, passage.box.minX < box.maxX,
      passage.box.maxX > box.minX
    else { return false }
    let distance = max(passage.box.minY - box.maxY, box.minY - passage.box.maxY)
    return distance <= Self.captionDistance
  }
}
