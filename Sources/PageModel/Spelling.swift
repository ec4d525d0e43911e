/// Suggestions for misspelled names.
package enum Spelling {
  /// The word that was probably meant: the one that is fewest edits away, at most one for each three
  /// letters, or else the only one that begins with `text`. Nil if there is none, and for texts of more
  /// than 64 bytes.
  package static func nearest(to text: String, among words: [String]) -> String? {
    let written = text.lowercased()
    let letters = Array(written.utf8)
    guard (1...64).contains(letters.count) else { return nil }
    let allowed = min(max(1, letters.count / 3), letters.count - 1)
    let distances = words.map { ($0, distance(letters, Array($0.lowercased().utf8))) }
    if let best = distances.min(by: { $0.1 < $1.1 }), best.1 <= allowed { return best.0 }
    let longer = words.filter { $0.lowercased().hasPrefix(written) }
    return longer.count == 1 ? longer[0] : nil
  }

  /// The number of letters to change, insert, delete or swap with the next (the optimal string
  /// alignment distance).
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var before: [Int] = []
    var above = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(above[j + 1] + 1, row[j] + 1, above[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, before[j - 1] + 1)
        }
        row.append(best)
      }
      (before, above) = (above, row)
    }
    return above[b.count]
  }
}
