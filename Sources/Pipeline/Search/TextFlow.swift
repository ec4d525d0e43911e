import RectoPageModel

/// Lines of one or several pages as one run of characters, each with its place.
struct TextFlow {
  struct Element {
    let letter: FlowLine.Letter
    /// The index of its line in `lines`.
    let line: Int32
    /// True if a match may skip it: the hyphen at a line's end and the space after it, and spaces
    /// that readers do not type (`isMissable`).
    var isOptional = false
    /// True if it belongs to the reading text.
    var isRead = true

    var character: Character { letter.character }
    var isHyphen: Bool { isOptional && letter.word >= 0 }
  }

  private(set) var lines: [FlowLine] = []
  private(set) var elements: [Element] = []
  /// The characters that are compared.
  private(set) var folded: [Character] = []
  /// For each of `folded`, the element that it came from.
  private(set) var sources: [Int32] = []

  init() {}

  init(_ lines: some Sequence<FlowLine>) {
    for line in lines { append(line) }
  }

  /// Adds a line after a separator. With `touches`, as across a gutter, a word may continue from
  /// the line before.
  mutating func append(_ next: FlowLine, touches: Bool = false) {
    if let last = lines.last, let end = elements.indices.last {
      let join = last.line.join(next.line)
      if last.endsInHyphen {
        elements[end].isOptional = true
        elements[end].isRead = join != .withoutHyphen
      }
      folded.append(" ")
      sources.append(Int32(elements.count))
      elements.append(
        Element(
          letter: FlowLine.Letter(character: " ", word: -1, index: 0),
          line: Int32(lines.count - 1),
          isOptional: last.endsInHyphen || join == .directly || touches
            || Self.isMissable(last.letters.last?.character, next.letters.first?.character)
            || last.endsInDash || last.isInitial(of: next),
          isRead: join == .space && !touches))
    }
    let offset = Int32(elements.count)
    for (index, letter) in next.letters.enumerated() {
      let isSpace = letter.word < 0 && next.letters.indices.contains(index + 1)
      let initial = next.initialSpace.flatMap { $0.index == index ? $0 : nil }
      elements.append(
        Element(
          letter: letter, line: Int32(lines.count),
          isOptional: initial != nil
            || isSpace && index > 0
              && Self.isMissable(
                next.letters[index - 1].character, next.letters[index + 1].character),
          isRead: initial?.isRead ?? true))
    }
    folded += next.folded
    for source in next.sources { sources.append(source + offset) }
    lines.append(next)
  }

  /// True for a space beside a letter of a script without spaces: the gap between Chinese and a
  /// number is as wide as a space, but readers do not type one.
  private static func isMissable(_ before: Character?, _ after: Character?) -> Bool {
    before?.isWrittenWithoutSpaces == true || after?.isWrittenWithoutSpaces == true
  }

  /// The text of some elements as it is read, with hyphens at line ends where `keepsHyphens`.
  func text(_ range: Range<Int>, keepsHyphens: Bool = false) -> String {
    var text = ""
    for element in elements[range] where element.isRead || keepsHyphens && element.isHyphen {
      text.append(element.character)
    }
    return text
  }

  /// Some elements around others, at most `count` on each side, as they are read.
  func context(_ range: Range<Int>, _ count: Int) -> (before: String, after: String) {
    var start = range.lowerBound
    var room = count
    while start > 0, room > 0 {
      start -= 1
      if elements[start].isRead { room -= 1 }
    }
    var end = range.upperBound
    room = count
    while end < elements.count, room > 0 {
      if elements[end].isRead { room -= 1 }
      end += 1
    }
    return (text(start..<range.lowerBound), text(range.upperBound..<end))
  }

  /// The areas that the elements cover on each page, in their order: one quad for each line that
  /// they are on, rotated as the text is.
  func parts(_ range: Range<Int>, keepsHyphens: Bool) -> [TextSearch.Hit.Part] {
    var parts: [TextSearch.Hit.Part] = []
    var lastLine: Int32?
    for element in elements[range] where element.isRead || keepsHyphens && element.isHyphen {
      let line = lines[Int(element.line)]
      guard let quad = line.quad(of: element.letter) else { continue }
      defer { lastLine = element.line }
      if parts.last?.page != line.page {
        parts.append(TextSearch.Hit.Part(page: line.page, quads: [quad]))
        continue
      }
      let part = parts.count - 1
      guard lastLine == element.line, var joined = parts[part].quads.popLast() else {
        parts[part].quads.append(quad)
        continue
      }
      if line.isTurned(element.letter) {
        joined.extend(over: quad)
      } else {
        joined = Quad(joined.bounds.union(quad.bounds))
      }
      parts[part].quads.append(joined)
    }
    return parts
  }

  /// True if no letter or digit touches the range, even across a line's end that divides a word.
  func standsAlone(_ range: Range<Int>) -> Bool {
    func isWordPart(_ element: Element?) -> Bool {
      guard let element else { return false }
      return element.character.isLetter || element.character.isNumber
    }
    return !isWordPart(elements[..<range.lowerBound].last(where: \.isRead))
      && !isWordPart(elements[range.upperBound...].first(where: \.isRead))
  }

  /// The place of an element; nil for a space.
  func place(_ index: Int) -> TextPlace? {
    let element = elements[index]
    guard element.letter.word >= 0 else { return nil }
    let line = lines[Int(element.line)]
    return TextPlace(
      page: line.page, word: line.firstWord + Int(element.letter.word),
      index: Int(element.letter.index))
  }
}

extension Quad {
  /// Extends it along its own direction, to either side, so that it covers another one of its line.
  fileprivate mutating func extend(over other: Quad) {
    // A letter without a width has no direction.
    let (start, end) =
      topLeft == topRight ? (other.topLeft, other.topRight) : (topLeft, topRight)
    let along = Point(x: end.x - start.x, y: end.y - start.y)
    func distance(from start: Point, to end: Point) -> Double {
      (end.x - start.x) * along.x + (end.y - start.y) * along.y
    }
    if distance(from: topLeft, to: other.topLeft) < 0 {
      (topLeft, bottomLeft) = (other.topLeft, other.bottomLeft)
    }
    if distance(from: topRight, to: other.topRight) > 0 {
      (topRight, bottomRight) = (other.topRight, other.bottomRight)
    }
  }
}

/// A character of a publication, in the order in which its pages are read.
struct TextPlace: Hashable, Comparable {
  let page: Int
  /// Counted over the page.
  let word: Int
  let index: Int

  static func < (a: Self, b: Self) -> Bool {
    (a.page, a.word, a.index) < (b.page, b.word, b.index)
  }
}
