/// `: did you mean WORD?`, if one of the known words is near to the written one;
/// nothing otherwise.
func suggestion(for word: some StringProtocol, of known: [String]) -> String {
  nearest(to: String(word), of: known).map { ": did you mean \($0)?" } ?? ""
}

/// The word that was probably meant: the one that fewest edits lead to, no more than one for each
/// three letters, or the only one that begins so. Words of more than 64 letters are near to nothing.
func nearest(to word: String, of known: [String]) -> String? {
  let written = Array(word.lowercased())
  guard (1...64).contains(written.count) else { return nil }
  let allowed = max(1, written.count / 3)
  let near = known.map { (word: $0, distance: editDistance(written, Array($0.lowercased()))) }
    .filter { $0.distance <= allowed && $0.distance < written.count }
    .min { $0.distance < $1.distance }
  if let near { return near.word }
  let longer = known.filter { $0.lowercased().hasPrefix(word.lowercased()) }
  return longer.count == 1 ? longer[0] : nil
}

/// The number of letters to insert, remove, replace or swap with a neighbor to turn one word into
/// the other: the optimal string alignment distance.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for (i, letter) in a.enumerated() {
    var row = [i + 1]
    for (j, other) in b.enumerated() {
      var least = min(last[j] + (letter == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other {
        least = min(least, beforeLast[j - 1] + 1)
      }
      row.append(least)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}

extension Arguments {
  /// The value of an option that must be one of some words; nil if it is not given. Capitals do
  /// not matter.
  func word(_ option: String, of words: [String]) throws(UsageError) -> String? {
    guard let value = self[option] else { return nil }
    if let word = words.first(where: { $0 == value.lowercased() }) { return word }
    throw UsageError(
      "--\(option) \(value) is not \(alternatives(words))\(suggestion(for: value, of: words))")
  }
}

/// `a, b or c`
func alternatives(_ words: [String]) -> String {
  guard words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
}
