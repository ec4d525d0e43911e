import CRectoTextLayout

/// Subscripts and superscripts that fill the gaps of a line.
extension PieceLines {
  /// The largest size of subscripts and superscripts, as a share of that of their text.
  private static let largestScript = 0.85
  /// The largest distance between the baselines of a script and its text, in em.
  private static let farthestScript = 0.65
  /// The maximum number of scripts between two words of a line.
  private static let mostScripts = 16

  /// The subscripts and superscripts in the gap between two pieces of a row, if they were drawn
  /// between them and nothing else was; nil otherwise.
  static func scripts(
    between first: Int, _ second: Int, _ words: [recto_word], _ order: DrawingOrder
  ) -> [Int]? {
    let (base, size) = (words[first], min(words[first].size, words[second].size))
    // Second-level scripts are attached together with the scripts that they belong to.
    guard !isScript(base, words, order) else { return nil }
    var (scripts, last): ([Int], recto_word) = ([], base)
    while scripts.count < mostScripts, let index = order.next(to: last) {
      let next = words[index]
      guard next.size <= largestScript * size, next.rotation == base.rotation, !next.diagonal,
        abs(next.baseline - base.baseline) <= farthestScript * size, isOneLine(last, next)
      else { return nil }
      scripts.append(index)
      if words[second].follows(next) { return isOneLine(next, words[second]) ? scripts : nil }
      last = next
    }
    return nil
  }

  /// True if a piece is a subscript or superscript, or continues one.
  private static func isScript(
    _ piece: recto_word, _ words: [recto_word], _ order: DrawingOrder
  ) -> Bool {
    var piece = piece
    for _ in 0..<mostScripts {
      guard let before = order.previous(to: piece).map({ words[$0] }) else { return false }
      if piece.size <= largestScript * before.size { return true }
      guard before.size <= piece.size / largestScript,
        abs(before.baseline - piece.baseline) <= farthestScript * piece.size
      else { return false }
      piece = before
    }
    return false
  }
}

/// Pieces in the order in which they were drawn.
final class DrawingOrder {
  /// The indices of pieces: `followers` by the end of what was drawn before them, `leaders` by the
  /// start of what was drawn after them. Built at the first request.
  private var followers: [Int32: Int] = [:]
  private var leaders: [Int32: Int] = [:]
  private let words: [recto_word]
  private var isMade = false

  init(_ words: [recto_word]) { self.words = words }

  /// The index of the piece that was drawn directly after another one.
  func next(to word: recto_word) -> Int? {
    make()
    return followers[word.end_position]
  }

  /// The index of the piece that was drawn directly before another one.
  func previous(to word: recto_word) -> Int? {
    make()
    return leaders[word.spaces_position]
  }

  private func make() {
    guard !isMade else { return }
    for (index, word) in words.enumerated() {
      followers[word.spaces_position] = index
      leaders[word.end_position] = index
    }
    isMade = true
  }
}
