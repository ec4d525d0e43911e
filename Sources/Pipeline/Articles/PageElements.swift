import RectoPageModel

/// A passage or a picture, in the order in which a page is read.
enum PageElement {
  case text(Passage, Article.Kind)
  case picture(PlacedImage, page: Int, caption: Passage?)

  /// Shorter text above a heading, without an end, is said of it.
  private static let longestKicker = 40

  var isPicture: Bool { if case .picture = self { true } else { false } }

  var headingLevel: Int? {
    if case .text(_, .heading(let level)) = self { level } else { nil }
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

  /// The page's passages but its furniture, with each picture before the text that stands below it.
  func elements(_ kinds: PassageKinds, without furniture: PageFurniture) -> [PageElement] {
    let own = passages.filter { !furniture.contains($0, of: self) }
    var passages = numberedHeadings(DropCap.joined(own, kinds), kinds)
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
    var elements = places[passages.count] ?? []
    for (place, passage) in passages.enumerated().reversed() {
      elements.insert(.text(passage, kinds.kind(of: passage)), at: 0)
      elements.insert(contentsOf: places[place] ?? [], at: 0)
    }
    return elements
  }

  /// The passages, with the numbers of sections that stand by themselves as the beginnings of their
  /// headings.
  private func numberedHeadings(_ passages: [Passage], _ kinds: PassageKinds) -> [Passage] {
    var result: [Passage] = []
    for var passage in passages {
      if let number = result.last, number.isSectionNumber,
        case .heading = kinds.kind(of: passage),
        abs(passage.box.minY - number.box.minY) < 3 * passage.size
      {
        result.removeLast()
        passage.begin(with: number.runs, isWord: true)
      }
      result.append(passage)
    }
    return result
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
