import RectoPageModel

/// Distinguishes titles from passages that look like titles, on one row or below one another: parts
/// of a title, cells of a table, entries of a list.
extension ArticlePage {
  /// The largest space between parts of one title, in multiples of its font size.
  private static let widestSpace = 2.0
  /// The maximum number of passages between cells of one row, which may be read column by column.
  private static let mostBetweenCells = 8

  /// The passages, after joining parts of a title that have wide spaces between them.
  func withWholeTitles(_ passages: [Passage], _ kinds: PassageKinds) -> [Passage] {
    var result: [Passage] = []
    for passage in passages {
      if let last = result.last, case .heading(let level) = kinds.kind(of: passage),
        case .heading(level) = kinds.kind(of: last), passage.number == nil,
        isBeside(last, passage), isAlike(last, passage),
        gap(last, passage) <= Self.widestSpace * passage.size,
        !areOfColumns(last, passage, passages)
      {
        result[result.count - 1].join(beside: passage)
      } else {
        result.append(passage)
      }
    }
    return result
  }

  /// True if both passages have text of their own below them, like titles of two columns.
  private func areOfColumns(_ left: Passage, _ right: Passage, _ passages: [Passage]) -> Bool {
    let below = passages.filter { $0.isBodyText && $0.box.minY >= left.box.maxY }
    return below.contains { $0.box.maxX <= right.box.minX }
      && below.contains { $0.box.minX >= left.box.maxX }
  }

  /// The passages that look like headings below the first level, but are cells, names on one row,
  /// or entries of a numbered list.
  func entries(_ passages: [Passage], _ kinds: PassageKinds) -> Set<Int> {
    let firstBody = passages.firstIndex(where: \.isBodyText) ?? passages.count
    return Set(
      passages.indices.filter { index in
        guard case .heading(let level) = kinds.kind(of: passages[index]), level > 1,
          passages[index].role == .paragraph
        else { return false }
        return isListed(index, in: passages) || isCell(index, in: passages)
          || isEntry(index, in: passages)
          || index <= firstBody && isKicker(index, in: passages, kinds)
      })
  }

  /// True if the next or the last number of a list is directly below or above it, with no text in
  /// between.
  private func isListed(_ index: Int, in passages: [Passage]) -> Bool {
    guard let number = passages[index].number, number.parts.count == 1 else { return false }
    return [index - 1, index + 1].filter(passages.indices.contains).contains { other in
      let (upper, lower) = (passages[min(index, other)], passages[max(index, other)])
      return passages[other].number?.isNext(to: number) ?? false
        && (-0.5...1.0).contains((lower.box.minY - upper.lastBox.maxY) / lower.size)
    }
  }

  /// True if it ends with a number, or has one on its row, and is beside an entry of a table of
  /// contents.
  private func isEntry(_ index: Int, in passages: [Passage]) -> Bool {
    let near = [index - 1, index + 1].filter(passages.indices.contains).map { passages[$0] }
    let passage = passages[index]
    if passage.text.last?.isNumber == true, near.contains(where: \.leadsToPage) { return true }
    return near.contains { number in
      number.isPageNumber && number.box.minX > passage.box.maxX && isBeside(number, passage)
    }
  }

  /// True if a single line stands directly above a larger title, such as the name of a section.
  private func isKicker(_ index: Int, in passages: [Passage], _ kinds: PassageKinds) -> Bool {
    let kicker = passages[index]
    guard index + 1 < passages.count, kicker.lineCount == 1, kicker.number == nil,
      kicker.letterCount <= Self.longestKicker,
      case .heading(let own) = kinds.kind(of: kicker),
      case .heading(let level) = kinds.kind(of: passages[index + 1])
    else { return false }
    let title = passages[index + 1]
    return level < own && title.size >= Self.leastBelowKicker * kicker.size
      && title.box.minY >= kicker.box.maxY - 1 && title.box.minX < kicker.box.maxX
      && title.box.maxX > kicker.box.minX
  }

  /// The maximum length of a kicker in letters.
  private static let longestKicker = 60
  /// The least size of the title below it, relative to its own.
  private static let leastBelowKicker = 1.2

  /// True if similar lines are on its row, and no text is below them.
  private func isCell(_ index: Int, in passages: [Passage]) -> Bool {
    let cell = passages[index]
    guard cell.lineCount == 1, cell.number == nil else { return false }
    func reaches(_ other: Int) -> Bool { !isText(passages[other]) }
    let before = passages[..<index].suffix(Self.mostBetweenCells).indices.reversed().prefix {
      reaches($0)
    }
    let after = passages[(index + 1)...].prefix(Self.mostBetweenCells).indices.prefix {
      reaches($0)
    }
    let row = (Array(before) + after).filter {
      isBeside(passages[$0], cell) && isAlike(passages[$0], cell) && passages[$0].lineCount == 1
    }
    guard let last = row.max(), max(last, index) + 1 < passages.count else { return false }
    return !isText(passages[max(last, index) + 1])
  }

  private func isText(_ passage: Passage) -> Bool { passage.isBodyText || passage.isFinished }

  private func isBeside(_ a: Passage, _ b: Passage) -> Bool {
    abs(a.box.minY - b.box.minY) < 0.5 * min(a.box.height, b.box.height) && gap(a, b) >= 0
  }

  private func isAlike(_ a: Passage, _ b: Passage) -> Bool {
    a.family == b.family && a.isBold == b.isBold && abs(a.size - b.size) <= 0.1 * a.size
  }

  private func gap(_ a: Passage, _ b: Passage) -> Double {
    max(b.box.minX - a.box.maxX, a.box.minX - b.box.maxX)
  }
}
