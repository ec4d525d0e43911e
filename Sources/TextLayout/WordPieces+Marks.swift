import CRectoTextLayout

/// Marks that are drawn apart from their letters.
extension WordPieces {
  /// The number of pieces before and after a mark that may contain its letter.
  private static let nearestPieces = 2

  /// Cuts pieces behind letters whose marks are separate pieces, so that the marks come between the
  /// parts. Right-to-left letters are drawn as one piece, and their marks after it.
  mutating func splitUnderMarks() {
    var cuts: [Int: Set<Int>] = [:]
    for (index, mark) in words.enumerated() where !mark.diagonal && isMark(mark) {
      let middle = (mark.start(of: mark.box) + mark.end(of: mark.box)) / 2
      let near =
        max(0, index - Self.nearestPieces)...min(words.count - 1, index + Self.nearestPieces)
      for host in near
      where host != index && words[host].char_count > 1
        && words[host].isLevel(with: mark, otherSize: mark.size)
      {
        let letter = letters(of: words[host]).firstIndex { box in
          middle > mark.start(of: box) && middle < mark.end(of: box)
        }
        if let letter { cuts[host, default: []].insert(letter + 1) }
      }
    }
    guard !cuts.isEmpty else { return }
    words = words.indices.flatMap { index in
      cuts[index].map { words[index].parts(cutAt: $0, boxes) } ?? [words[index]]
    }
  }

  private func letters(of word: recto_word) -> [recto_box] {
    Array(boxes[Int(word.first_char)..<Int(word.first_char + word.char_count)])
  }

  private func isMark(_ word: recto_word) -> Bool {
    scalars[Int(word.first_char)..<Int(word.first_char + word.char_count)].allSatisfy(isMark)
  }

  func isMark(_ scalar: UInt32) -> Bool {
    !isWholeCharacter(scalar)
      && Unicode.Scalar(scalar)?.properties.generalCategory == .nonspacingMark
  }
}
