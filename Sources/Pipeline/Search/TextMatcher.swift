import RectoPageModel

/// A match of a query in a flow.
struct TextMatch {
  /// The indices of its elements.
  let range: Range<Int>
  /// True if a hyphen at a line's end belongs to it.
  let keepsHyphens: Bool
}

/// Finds a query in flows of text.
protocol TextMatcher: Sendable {
  /// The maximum number of characters that a match across a place can have before and after it.
  var reach: Int { get }

  /// The matches from an element on, in order; with whole words, only those that stand alone. With
  /// `seam`, only matches that begin before that element and include it.
  ///
  /// Throws `limit` if a match is not found in time, and `cancelled`.
  func matches(in flow: TextFlow, from first: Int, over seam: Int?) throws(PageError) -> [TextMatch]

  /// Cancels a call of `matches` on another thread.
  func cancel()
}

/// Finds words as they stand, one behind the other.
struct PlainMatcher: TextMatcher {
  private let needle: [Character]
  private let keepsHyphens: Bool
  private let wholeWords: Bool

  /// With `wholeWords` a match has no letter or digit beside it.
  init(_ query: String, _ folding: TextFolding, wholeWords: Bool) {
    self.wholeWords = wholeWords
    let words = folding.fold(query)
    needle = Array(words.trimmingPrefix(" ").reversed().trimmingPrefix(" ").reversed())
    // A hyphen in the query matches only a hyphen, even at a line's end.
    keepsHyphens = needle.contains("-")
  }

  var reach: Int { needle.count }

  func matches(in flow: TextFlow, from first: Int, over seam: Int?) -> [TextMatch] {
    guard let initial = needle.first else { return [] }
    var matches: [TextMatch] = []
    var start = flow.sources.partitioningIndex { $0 >= first }
    while start < flow.folded.count {
      let source = Int(flow.sources[start])
      if let seam, source >= seam { break }
      guard flow.folded[start] == initial, let end = end(in: flow, from: start) else {
        start += 1
        continue
      }
      let last = Int(flow.sources[end - 1])
      let range = source..<last + 1
      if seam.map({ last >= $0 }) ?? true, !wholeWords || flow.standsAlone(range) {
        matches.append(TextMatch(range: range, keepsHyphens: keepsHyphens))
        start = end
      } else {
        start += 1
      }
    }
    return matches
  }

  /// The end of the match that begins at a folded character; nil if there is none.
  private func end(in flow: TextFlow, from start: Int) -> Int? {
    var place = start
    for character in needle {
      while place > start, place < flow.folded.count, flow.folded[place] != character,
        flow.elements[Int(flow.sources[place])].isOptional
      {
        place += 1
      }
      guard place < flow.folded.count, flow.folded[place] == character else { return nil }
      place += 1
    }
    return place
  }

  func cancel() {}
}

extension Array {
  /// The index of the first element that satisfies the condition, in an array where all later ones
  /// do, too.
  func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
