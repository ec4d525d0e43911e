import RectoPageModel

/// Finds paragraphs that engines take for one, because their first lines are indented and no gap separates
/// them.
extension TextBlock {
  /// The largest difference between equal edges, in em.
  private static let tolerance = 0.3
  /// The most room at the end of a justified line, in em.
  private static let widestRest = 1.0
  /// The width of the space before a word, in em.
  private static let space = 0.3
  /// The smallest share of full lines: lines of verse are not full, nor are entries.
  private static let leastFull = 0.5

  /// A block for each paragraph, where first lines are indented.
  var withParagraphsApart: [TextBlock] {
    guard role == .paragraph, lines.count > 2, lines.allSatisfy({ !$0.words.isEmpty }),
      lines.allSatisfy({ $0.words[0].quad == nil })
    else { return [self] }
    let starts = paragraphStarts
    guard !starts.isEmpty else { return [self] }
    return zip([0] + starts, starts + [lines.count]).compactMap { start, end in
      var block = TextBlock(role: role, lines: Array(lines[start..<end]))
      block?.thread = thread
      block?.isContinuation = isContinuation && start == 0
      return block
    }
  }

  /// The indices of lines but the first at which paragraphs begin; none if a line in the middle of a
  /// paragraph is indented too, as all but the first are in a list of works.
  private var paragraphStarts: [Int] {
    let size = mostCommon(lines.flatMap(\.words).map { ($0.size, $0.text.count) }) ?? 0
    let edge = lines.map(\.readingStart).min() ?? 0
    // Lines beside a large first letter do not begin on the edge.
    let initial =
      lines[0].words.count > 1 && DropCap.isInitial(lines[0].words[0], of: lines[0].words[1])
      ? lines[0].words[0].box : nil
    func isAtEdge(_ line: TextLine) -> Bool {
      line.readingStart - edge <= Self.tolerance * size
        || initial.map { line.box.center.y < $0.maxY } ?? false
    }
    let right = lines.map(\.readingEnd).max() ?? 0
    let rests = lines.map { right - $0.readingEnd }
    let isJustified = 2 * rests.count { $0 <= Self.tolerance * size } > lines.count
    let isFull = zip(rests, lines.dropFirst()).map { rest, next in
      rest < next.words[0].box.width + Self.space * size
        && !(isJustified && rest > Self.widestRest * size)
    }
    guard size > 0, Double(isFull.count(where: \.self)) >= Self.leastFull * Double(isFull.count)
    else { return [] }
    var starts: [Int] = []
    for index in lines.indices.dropFirst() where !isAtEdge(lines[index]) {
      let above = index - 1
      guard Passage.indents.contains((lines[index].readingStart - edge) / size),
        isAtEdge(lines[above]) || starts.last == above || above == 0,
        index + 1 == lines.count || isAtEdge(lines[index + 1]) || !isFull[index],
        !isFull[above] || lines[above].endsSentence, lines[index].beginsSentence
      else { return [] }
      starts.append(index)
    }
    return starts
  }
}

extension TextLine {
  /// The edge at which reading ends, in points along the direction of reading.
  fileprivate var readingEnd: Double { isRightToLeft ? -box.minX : box.maxX }

  fileprivate var endsSentence: Bool {
    let end = plain.unicodeScalars.reversed().first { scalar in
      switch scalar.properties.generalCategory {
      case .closePunctuation, .finalPunctuation, .initialPunctuation: false
      default: !"\"'".unicodeScalars.contains(scalar)
      }
    }
    return end.map { $0.properties.isSentenceTerminal || "…:".unicodeScalars.contains($0) } ?? false
  }

  /// True if its first letter is not a small one.
  fileprivate var beginsSentence: Bool { plain.first { $0.isLetter }?.isLowercase == false }
}
