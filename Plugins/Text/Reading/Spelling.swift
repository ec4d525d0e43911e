/// Suggestions for misspelled names.
enum Spelling {
  /// The word that is nearest to `text`, where one letter in three at most is different.
  static func nearest(to text: String, among words: [String]) -> String? {
    let letters = Array(text.lowercased().utf8)
    guard !letters.isEmpty, letters.count <= 40 else { return nil }
    let allowed = max(1, letters.count / 3)
    let distances = words.map { ($0, distance(letters, Array($0.lowercased().utf8))) }
    guard let best = distances.min(by: { $0.1 < $1.1 }), best.1 <= allowed else { return nil }
    return best.0
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
