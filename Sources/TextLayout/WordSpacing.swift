import CRectoTextLayout
import RectoPageModel

/// Finds the spaces of a line of words, as a reader sees them.
///
/// A PDF places glyphs, and its spaces may be drawn or merely left blank. A drawn space is a space. Any
/// other gap is one if it is wide compared with the gaps between the line's letters, which are wide
/// themselves in tracked text.
struct WordSpacing {
  private struct Gap {
    /// In em of the smaller font.
    let width: Double
    /// True if white space was drawn in it.
    let isDrawn: Bool
    /// True if white space was drawn beside it on either side, though before or after other text.
    let hasSpace: Bool
    /// True if the word on either side consists of leader dots.
    let isOfLeader: Bool
    /// True if it sets punctuation off, as French does with a thin space.
    let isOfPunctuation: Bool
    /// True if it is between a raised number that begins the line and its text.
    let isBehindMark: Bool
  }

  private let text: FoundText
  /// Fonts, by index, in which the page draws its spaces.
  private let fontsWithSpaces: Set<UInt32>
  private let vocabulary = Vocabulary()

  // Widths are in em.

  /// The narrowest space that is not drawn: kerned letters and the ends of italic words are closer, tight
  /// text has spaces of 0.15.
  private static let leastSpace = 0.14
  /// The narrowest thin space; most are an eighth.
  private static let leastThinSpace = 0.1
  /// The narrowest space that is not drawn on a page that draws its spaces: they are hardly narrower than
  /// those, except where text is placed piece by piece.
  private static let leastPlacedSpace = 0.25
  /// The narrowest drawn space: a narrower one is cancelled by a step back of what follows.
  private static let leastDrawnSpace = 0.03
  /// The widest space: a wider gap separates more than words, and tells nothing about spaces.
  private static let widestSpace = 1.0
  /// The largest mean of gaps within words: with a larger one they are spaces, even beside far wider gaps.
  private static let widestNarrowGap = 0.135
  /// The spaces of a line that was squeezed to its measure.
  private static let squeezedSpaces = 0.1..<0.16
  /// The most letters between gaps, on average: more are words that ran together.
  private static let longestWords = 12
  /// The fewest letters between gaps, on average: fewer are the letters of a tracked word.
  private static let shortestWords = 2.5
  /// The widest tracking.
  private static let widestTracking = 0.6
  /// The widest tracking of a line without a wider gap, which may be single letters with spaces.
  private static let widestLoneTracking = 0.22
  /// The minimum number of single letters: fewer are variables, initials or list items, not a
  /// tracked word.
  private static let fewestTrackedLetters = 4
  /// Unicode's first combining mark.
  private static let firstMark: UInt32 = 0x300
  private static let lettersAsWords: Set = ["a", "i", "o"]
  /// The largest size of a raised number, as a share of that of its text.
  private static let largestMark = 0.85

  init(_ text: FoundText) {
    self.text = text
    fontsWithSpaces = Set(
      text.words.lazy.filter { $0.spaces_position < $0.position }.map(\.font))
  }

  /// For each of the words but the last, true if a space follows it; the words stand beside one
  /// another, from left to right or from top to bottom.
  func spaces(after words: [Int]) -> [Bool] {
    guard words.count > 1 else { return [] }
    let gaps = words.indices.dropLast().map { index in
      gap(text.words[words[index]], text.words[words[index + 1]], isFirst: index == 0)
    }
    let least = leastSpace(words, gaps.filter { !$0.isOfLeader })
    // Letters that are set apart have punctuation set apart likewise.
    let leastThin = least > Self.leastPlacedSpace ? least : min(least, Self.leastThinSpace)
    let isInitialApart = spaceBehindInitial(words[0], words[1])
    func isSpace(_ gap: Gap, isDrawn: Bool = false) -> Bool {
      let needed =
        isDrawn || gap.isDrawn || gap.hasSpace || gap.isOfLeader
        ? Self.leastDrawnSpace : gap.isOfPunctuation ? leastThin : least
      return gap.isBehindMark || gap.width > needed
    }
    var spaces = gaps.enumerated().map { index, gap in
      if index == 0, let isInitialApart { return isInitialApart }
      return isSpace(gap)
    }
    for marks in marks(among: words) {
      // Marks have no width, and may be in the space beside their letter.
      let around = gap(
        text.words[words[marks.lowerBound - 1]], text.words[words[marks.upperBound]], isFirst: false
      )
      let isDrawn = gaps[marks.lowerBound - 1..<marks.upperBound].contains {
        $0.isDrawn || $0.hasSpace
      }
      attach(marks, of: words, &spaces, isApart: isSpace(around, isDrawn: isDrawn))
    }
    return spaces
  }

  /// True if a large letter that begins a line is a word, as in "A harbor"; false if it is the
  /// first letter of the next word; nil if the line does not begin with such a letter.
  ///
  /// The gap does not tell which. The letter is a word if a space is drawn after it. Otherwise it
  /// is one if it is "a", "i" or "o" and the page has the next word elsewhere, but not both as one
  /// word.
  private func spaceBehindInitial(_ first: Int, _ second: Int) -> Bool? {
    let (initial, rest) = (text.words[first], text.words[second])
    guard text.isInitial(initial, of: rest), text.goesOnInWord(rest) else { return nil }
    if isDrawn(initial, rest) || isBetween(initial, rest) { return true }
    let letter = string(initial).drop { !$0.isLetter }.lowercased()
    guard Self.lettersAsWords.contains(letter) else { return false }
    let next = string(rest).prefix { $0.isLetter }.lowercased()
    let others = vocabulary.counts(of: text.words) { Self.letters(of: string($0)) }
    let own = Self.letters(of: string(rest)) == next ? 1 : 0
    return others[next, default: 0] > own && others[letter + next] == nil
  }

  private static func letters(of word: String) -> String {
    word.filter(\.isLetter).lowercased()
  }

  private func string(_ word: recto_word) -> String {
    var string = ""
    string.unicodeScalars.append(contentsOf: text.scalars(of: word).compactMap(Unicode.Scalar.init))
    return string
  }

  /// The runs of separately placed combining marks that stand between other words, by place.
  private func marks(among words: [Int]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in words.indices.dropFirst().dropLast() where direction(ofMark: words[index]) != nil {
      if runs.last?.upperBound == index {
        runs[runs.count - 1] = runs[runs.count - 1].lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  /// Marks belong to the letter before them, which is on their right in right-to-left scripts: where the
  /// words around them are apart, the space is on their other side.
  private func attach(
    _ marks: Range<Int>, of words: [Int], _ spaces: inout [Bool], isApart: Bool
  ) {
    let isAfterLetter = direction(ofMark: words[marks.lowerBound]) != .rightToLeft
    for index in marks.lowerBound - 1..<marks.upperBound { spaces[index] = false }
    spaces[isAfterLetter ? marks.upperBound - 1 : marks.lowerBound - 1] = isApart
  }

  /// The direction of a word of combining marks only; nil for another one.
  private func direction(ofMark word: Int) -> TextDirection? {
    let scalars = text.scalars(of: text.words[word])
    let isMark = scalars.allSatisfy { scalar in
      scalar >= Self.firstMark
        && Unicode.Scalar(scalar)?.properties.generalCategory ?? .nonspacingMark == .nonspacingMark
    }
    guard isMark else { return nil }
    return scalars.contains { (0x0590...0x08FF).contains($0) } ? .rightToLeft : .leftToRight
  }

  private func gap(_ first: recto_word, _ second: recto_word, isFirst: Bool) -> Gap {
    let size = min(first.size, second.size)
    let isMark =
      isFirst && first.size <= Self.largestMark * second.size && first.baseline != second.baseline
      && text.scalars(of: first).allSatisfy { (0x30...0x39).contains($0) }
    return Gap(
      width: size > 0 ? (second.along - first.end) / size : 0,
      isDrawn: isDrawn(first, second) || isDrawn(second, first), hasSpace: isBetween(first, second),
      isOfLeader: text.isLeader(first) || text.isLeader(second),
      isOfPunctuation: isSetOff(first, second), isBehindMark: isMark)
  }

  private func isSetOff(_ first: recto_word, _ second: recto_word) -> Bool {
    let before = text.scalars(of: first).last.flatMap(Unicode.Scalar.init)
    let after = text.scalars(of: second).first.flatMap(Unicode.Scalar.init)
    return before == "«" || after.map { ";:?!»".unicodeScalars.contains($0) } ?? false
  }

  /// True if `first` was drawn, then white space, then `second`. Callers that accept either drawing
  /// order also ask with the words exchanged.
  private func isDrawn(_ first: recto_word, _ second: recto_word) -> Bool {
    second.spaces_position < second.position && second.spaces_position == first.end_position
  }

  /// True if white space was drawn in the gap behind `first`, in any drawing order: right-to-left
  /// text, and text within it, is not drawn as it stands.
  private func isBetween(_ first: recto_word, _ second: recto_word) -> Bool {
    first.space_at_end || second.space_at_start
  }

  /// The smallest width of a space that is not drawn, in em.
  private func leastSpace(_ words: [Int], _ gaps: [Gap]) -> Double {
    let tracking = isTight(words, gaps) ? 0 : tracking(words, gaps)
    // Half way between the gaps of letters and those gaps with a space between them.
    if tracking > 0 { return 1.5 * tracking + 0.12 }
    // Most lines have no doubtful gaps.
    guard
      gaps.contains(where: { !$0.isDrawn && $0.width > 0.02 && $0.width < Self.leastPlacedSpace })
    else {
      return Self.leastSpace
    }
    let widths = gaps.map(\.width).filter { $0 > 0.02 && $0 < Self.widestSpace }
    let letters = words.reduce(0) { $0 + Int(text.words[$1].char_count) }
    if let threshold = threshold(widths) ?? squeezed(widths, letters),
      letters <= Self.longestWords * (1 + gaps.count { $0.width > threshold })
    {
      return threshold
    }
    let drawn = gaps.filter { $0.isDrawn && $0.width > 0 }.map(\.width).sorted()
    guard drawn.count >= 2 else { return Self.leastSpace }
    return min(max(Self.leastSpace, 0.75 * drawn[drawn.count / 2]), Self.leastPlacedSpace)
  }

  /// The width, in em, that separates narrow gaps from wide ones; nil unless there are clearly
  /// both. It is midway between the means of the two classes with the largest variance between them
  /// (Otsu's method).
  private func threshold(_ widths: [Double]) -> Double? {
    guard widths.count >= 3 else { return nil }
    let sorted = widths.sorted()
    var best: (weight: Double, low: Double, high: Double)?
    let sum = sorted.reduce(0, +)
    var below = 0.0
    for count in 1..<sorted.count {
      below += sorted[count - 1]
      let (low, high) = (below / Double(count), (sum - below) / Double(sorted.count - count))
      let weight = Double(count * (sorted.count - count)) * (high - low) * (high - low)
      if weight > best?.weight ?? 0 { best = (weight, low, high) }
    }
    guard let best, best.low < Self.widestNarrowGap, best.high > 2 * best.low + 0.08 else {
      return nil
    }
    return max(0.08, (best.low + best.high) / 2)
  }

  /// A width below the spaces of a line that was squeezed: most of its gaps are alike and narrow, and none
  /// is narrower. Nil for another line.
  private func squeezed(_ widths: [Double], _ letters: Int) -> Double? {
    let sorted = widths.sorted()
    guard sorted.count >= 3, Self.squeezedSpaces.contains(sorted[0]),
      Self.squeezedSpaces.contains(sorted[sorted.count / 2]),
      Double(letters) >= Self.shortestWords * Double(sorted.count + 1)
    else { return nil }
    return 0.9 * sorted[0]
  }

  /// True if most letters of the line touch, as they do where it is not tracked.
  private func isTight(_ words: [Int], _ gaps: [Gap]) -> Bool {
    var (touching, apart) = (0, gaps.count)
    for index in words {
      let word = text.words[index]
      let pairs = Int(word.char_count) - 1
      if word.letter_gap <= 0.05 * word.size { touching += pairs } else { apart += pairs }
    }
    return touching > apart
  }

  /// The usual gap between letters, in em; 0 where the line is not tracked.
  private func tracking(_ words: [Int], _ gaps: [Gap]) -> Double {
    let between = gaps.filter { !$0.isDrawn }.map(\.width)
    let inside = words.map { text.words[$0] }.flatMap { word in
      repeatElement(word.letter_gap / word.size, count: max(0, Int(word.char_count) - 1))
    }
    let all = (between + inside).sorted()
    guard all.count >= Self.fewestTrackedLetters - 1 else { return 0 }
    let usual = all[all.count / 2]
    let hasSpaces =
      between.count < gaps.count || between.contains { $0 > 1.5 * usual + 0.12 }
      || fontsWithSpaces.contains(text.words[words[0]].font)
    // Kerned pairs are the closest ones; in text that is not tracked, most letters touch.
    guard usual > 0.05, usual < (hasSpaces ? Self.widestTracking : Self.widestLoneTracking),
      all[all.count / 5] > 0.3 * usual, areLetters(words)
    else { return 0 }
    return usual
  }

  /// True if most of the words' characters are letters.
  private func areLetters(_ words: [Int]) -> Bool {
    var (count, letters) = (0, 0)
    for index in words {
      let scalars = text.scalars(of: text.words[index])
      count += scalars.count
      letters += scalars.count(where: isAlphabetic)
    }
    return letters >= Self.fewestTrackedLetters && letters * 3 >= count * 2
  }
}

/// The number of occurrences of each word on a page, counted at the first request.
private final class Vocabulary {
  private var counts: [String: Int]?

  func counts(
    of words: some Sequence<recto_word>, _ letters: (recto_word) -> String
  ) -> [String: Int] {
    if let counts { return counts }
    let counted = words.reduce(into: [String: Int]()) { $0[letters($1), default: 0] += 1 }
    counts = counted
    return counted
  }
}
