import RectoPageModel

/// Lines of code as they stand on a page: indents, gaps and empty lines become spaces and line feeds.
struct Listing: Sendable {
  private struct Line: Sendable {
    let words: [TextWord]
    let box: Rect
    /// From the top of the page, in points.
    let baseline: Double
    let page: Int
    /// Counted over the whole page.
    let index: Int
  }

  private var lines: [Line]

  /// Bounds that a crafted page may reach.
  private static let mostSpaces = 120
  private static let mostLineFeeds = 3
  /// The largest distance between lines of code, in em.
  private static let widestPitch = 1.6

  /// Nil of lines that do not run from left to right on a level line. `firstLine` is the number of lines of the
  /// page before them.
  init?(_ lines: [TextLine], page: Int, firstLine: Int) {
    self.lines = lines.enumerated().compactMap { number, line in
      line.words.isEmpty
        ? nil
        : Line(
          words: line.words, box: line.box, baseline: line.baseline.start.y, page: page,
          index: firstLine + number)
    }
    let isUpright = self.lines.allSatisfy { line in
      line.words.allSatisfy { $0.direction == .leftToRight && $0.quad == nil }
    }
    guard isUpright, !self.lines.isEmpty else { return nil }
  }

  /// Adds the lines of one that stands below.
  mutating func append(_ other: Listing) { lines += other.lines }

  var run: Article.Run {
    var run = Article.Run(text: "")
    let left = lines.map(\.box.minX).min() ?? 0
    let (letter, pitch) = (letterWidth, pitch)
    func spaces(_ width: Double, atLeast least: Int) -> String {
      let count = letter > 0 ? (width / letter).rounded() : 0
      let bounded = Int(min(max(0, count), Double(Self.mostSpaces)))
      return String(repeating: " ", count: max(least, bounded))
    }
    for (number, line) in lines.enumerated() {
      if number > 0 {
        let distance = line.baseline - lines[number - 1].baseline
        let count = pitch > 0 ? (distance / pitch).rounded() : 1
        let feeds = Int(min(max(1, count), Double(Self.mostLineFeeds)))
        run.append(String(repeating: "\n", count: feeds), [])
      }
      var end = left
      for (place, word) in line.words.enumerated() {
        let isApart = place > 0 && !line.words[place - 1].joinsNext
        let isJoined = place > 0 && !isApart
        if !isJoined { run.append(spaces(word.box.minX - end, atLeast: isApart ? 1 : 0), []) }
        let places = Article.Place.places(of: word, page: line.page, line: line.index)
        run.append(word.text, places)
        end = word.box.maxX
      }
    }
    return run
  }

  /// In points, of most words; 0 where boxes say nothing.
  private var letterWidth: Double {
    let widths = lines.flatMap(\.words).filter { !$0.text.isEmpty }
      .map { $0.box.width / Double($0.text.count) }.sorted()
    return widths.isEmpty ? 0 : widths[widths.count / 2]
  }

  /// The usual distance between the baselines of two lines, in points; 0 for a single line. Of a few lines, no
  /// more than such letters have.
  private var pitch: Double {
    let distances = zip(lines, lines.dropFirst()).map { $1.baseline - $0.baseline }
      .filter { $0 > 0 }.sorted()
    guard !distances.isEmpty else { return 0 }
    let usual = distances[distances.count / 2]
    let size = lines[0].words[0].size
    return distances.count < 3 && size > 0 ? min(usual, Self.widestPitch * size) : usual
  }
}
