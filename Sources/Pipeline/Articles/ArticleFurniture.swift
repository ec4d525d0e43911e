import RectoPageModel

/// The lines and marks around the articles of pages: running heads, page numbers, stamps across the
/// page.
///
/// In addition to `PageFurniture`, these are the outermost lines of a page that contain its number
/// or recur on other pages without being sentences, recurring text in the margins, recurring
/// slanted text, and rules that are drawn with characters.
struct ArticleFurniture {
  /// The share of a page's height, at the top and at the bottom, in which the outermost lines are
  /// examined.
  private static let edge = 0.2
  /// The maximum number of such lines at one edge of a page.
  private static let mostRows = 3
  /// The number of pages on which a recurring text must occur; half of the pages if there are few.
  private static let leastPages = 3
  /// The size of a grid cell in points: texts in the same cell have the same place.
  private static let step = 8.0

  private struct Place: Hashable {
    /// The text without digits; for a heading without the page number.
    let text: String
    let x: Double
    let y: Double
  }

  private let furniture: PageFurniture
  private let kinds: PassageKinds
  private let leastPages: Int
  private var counts: [Place: Int] = [:]
  /// The difference between the printed page number and the page's index on most pages.
  private var offset: Int?

  init(_ pages: [ArticlePage]) {
    furniture = PageFurniture(pages)
    kinds = PassageKinds(pages.flatMap(\.passages))
    leastPages = min(Self.leastPages, max(2, pages.count / 2))
    var offsets: [Int: Int] = [:]
    for page in pages {
      let top = row(of: page.passages, page, isTop: true)
      // Titles count parts, which are fewer than the pages.
      let ofTop = Self.numbers(at: top).filter { !hasHeading(top) || $0 > pages.count }
      let ofBottom = Self.numbers(at: row(of: page.passages, page, isTop: false))
      for offset in Set((ofTop + ofBottom).map { $0 - page.index }) {
        offsets[offset, default: 0] += 1
      }
    }
    let most = offsets.max { ($0.value, $1.key) < ($1.value, $0.key) }
    if let most, most.value >= 2, 2 * most.value >= pages.count { offset = most.key }
    for page in pages {
      for place in Set(page.passages.map { place(of: $0, page.size) }) {
        counts[place, default: 0] += 1
      }
    }
  }

  /// The passages of a page that are text.
  func text(of page: ArticlePage) -> [Passage] {
    var rest = page.passages.filter { !($0.isSlanted && recurs($0, page)) }
    for isTop in [true, false] {
      for _ in 0..<Self.mostRows {
        let row = row(of: rest, page, isTop: isTop)
        let hasNumber = Self.numbers(at: row).contains { $0 - page.index == offset }
        guard let box = row.first?.box,
          hasNumber && !(isTop && hasHeading(row))
            || row.allSatisfy({ isFurniture($0, of: page) || recurs($0, page) })
            || isTop && isRunningHead(row, page)
        else { break }
        rest.removeAll { Self.isBeside($0.box, box) }
      }
    }
    let text = rest.filter(\.isBodyText)
    return rest.filter { passage in
      !isFurniture(passage, of: page) && !passage.isRule
        && !(isBeside(passage, text) && recurs(passage, page))
    }
  }

  private func isFurniture(_ passage: Passage, of page: ArticlePage) -> Bool {
    furniture.contains(
      passage, ofPage: page.index, size: page.size, isHeading: isHeading(passage))
  }

  /// True for one or two lines in the margin to the left or right of the text.
  private func isBeside(_ passage: Passage, _ text: [Passage]) -> Bool {
    guard passage.lineCount <= 2, let left = text.map(\.box.minX).min(),
      let right = text.map(\.box.maxX).max()
    else { return false }
    return passage.box.maxX <= left || passage.box.minX >= right
  }

  private func hasHeading(_ row: [Passage]) -> Bool { row.contains(where: isHeading) }

  /// True for headings by size and weight of levels 1 to 3; running heads may look like lower
  /// levels.
  private func isHeading(_ passage: Passage) -> Bool {
    if passage.isPageNumber { return false }
    return if case .heading(1...3) = kinds.kind(of: passage) { true } else { false }
  }

  /// The passages of a page's outermost line, if it is near the edge and is not a large title.
  private func row(of passages: [Passage], _ page: ArticlePage, isTop: Bool) -> [Passage] {
    let outermost = passages.min {
      isTop ? $0.box.minY < $1.box.minY : $0.box.maxY > $1.box.maxY
    }
    guard let outermost else { return [] }
    let height = page.size.height
    let row = passages.filter { Self.isBeside($0.box, outermost.box) }
    let isAtEdge = row.allSatisfy {
      isTop ? $0.box.maxY <= height * Self.edge : $0.box.minY >= height * (1 - Self.edge)
    }
    let isText = row.contains { passage in
      if case .heading(1...2) = kinds.kind(of: passage) { return true }
      return passage.lineCount > 2 || passage.role != .paragraph && passage.role != .artifact
    }
    return isAtEdge && (!isText || isTop && isRunningHead(row, page))
      ? row.sorted { $0.box.minX < $1.box.minX } : []
  }

  /// True for a line in the margin above a title, such as the name of a section, of which a part
  /// recurs on other pages.
  private func isRunningHead(_ row: [Passage], _ page: ArticlePage) -> Bool {
    guard let box = row.first?.box,
      row.allSatisfy({ PageFurniture.isInMargin($0, page.size) }),
      row.contains(where: { $0.text.contains(where: \.isLetter) && recurs($0, page) })
    else { return false }
    return page.passages.contains { passage in
      guard case .heading(1...2) = kinds.kind(of: passage) else { return false }
      return passage.box.minY >= box.maxY && !recurs(passage, page)
    }
  }

  /// The numbers at both ends of a line.
  private static func numbers(at row: [Passage]) -> [Int] {
    let ends = [
      row.first?.text.split(separator: " ").first, row.last?.text.split(separator: " ").last,
    ]
    return ends.compactMap { $0.flatMap(number) }
  }

  /// "7", "– 7 –", "EN35". Returns nil beyond 32 bits, so that sums do not overflow.
  private static func number(_ word: Substring) -> Int? {
    let plain = word.filter { !"-–—".contains($0) }
    let letters = plain.prefix { $0.isUppercase }
    let digits = plain.dropFirst(letters.count <= longestSeries ? letters.count : 0)
    return Int32(digits).map { Int($0) }
  }

  /// The letters before the number of a page, as in a part of a journal.
  private static let longestSeries = 2

  private func recurs(_ passage: Passage, _ page: ArticlePage) -> Bool {
    !passage.isFinished && counts[place(of: passage, page.size), default: 0] >= leastPages
  }

  private static func isBeside(_ a: Rect, _ b: Rect) -> Bool {
    a.minY < b.maxY - b.height / 2 && a.maxY > b.minY + b.height / 2
  }

  private func place(of passage: Passage, _ size: Size) -> Place {
    let pageNumber = offset.map { passage.page + $0 }
    let text =
      isHeading(passage)
      ? passage.text.split(separator: " ")
        .filter { pageNumber == nil || Self.number($0) != pageNumber }
        .joined(separator: " ")
      : passage.text.filter { !$0.isNumber }
    // Running heads stand at the outer edges of left and right pages.
    let isMirrored = PageFurniture.isInMargin(passage, size)
    return Place(
      text: text, x: isMirrored ? 0 : (passage.box.minX / Self.step).rounded(.down),
      y: (passage.box.minY / Self.step).rounded(.down))
  }
}
