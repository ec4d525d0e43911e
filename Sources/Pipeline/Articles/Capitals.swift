import RectoPageModel

extension TextLine {
  /// True if all its letters are capitals, as in "II. METHODS".
  fileprivate var isCapitals: Bool {
    var count = 0
    for word in words {
      for character in word.text where character.isLetter {
        guard character.isUppercase else { return false }
        count += 1
      }
    }
    return count >= Self.leastCapitals
  }

  /// The minimum number of letters; names of units and companies have fewer.
  private static let leastCapitals = 4
}

extension [TextLine] {
  /// The size of small capitals, in multiples of that of the initials of their words.
  private static let smallCapitals = 0.65...0.95

  /// The size of text in capitals whose words begin with larger ones, which is the size of its font; nil for
  /// other text.
  var sizeOfCapitals: Double? {
    guard allSatisfy(\.isCapitals) else { return nil }
    let sizes = lazy.flatMap(\.words).map(\.size)
    guard let largest = sizes.max(), let least = sizes.min(), largest > 0,
      Self.smallCapitals.contains(least / largest)
    else { return nil }
    return largest
  }
}

extension TextBlock {
  /// The maximum number of lines of a title.
  private static let mostLines = 3
  /// The maximum width of a title's last line, as a share of its column's.
  private static let widest = 0.9

  /// Two blocks where the first lines are a title in capitals, centered above other text.
  var withCapitalsApart: [TextBlock] {
    guard role == .paragraph, lines.count > 1 else { return [self] }
    let title = lines.prefix(Self.mostLines + 1).prefix(while: \.isCapitals)
    guard (1...Self.mostLines).contains(title.count), title.count < lines.count,
      let first = title.first, let last = title.last?.words.last,
      title.allSatisfy({ isCentered($0) }), let end = last.text.last, !".,;:-".contains(end),
      first.words[0].quad == nil, var heading = TextBlock(role: role, lines: Array(title)),
      var text = TextBlock(role: role, lines: Array(lines.dropFirst(title.count)))
    else { return [self] }
    (heading.thread, text.thread) = (thread, thread)
    heading.isContinuation = isContinuation
    return [heading, text]
  }

  /// True of a line with the same room on both sides, and little enough of letters for some.
  private func isCentered(_ line: TextLine) -> Bool {
    let (left, right) = (line.box.minX - box.minX, box.maxX - line.box.maxX)
    return line.box.width <= Self.widest * box.width
      && abs(left - right) <= 0.5 * Double(line.words[0].size) + 1
  }
}
