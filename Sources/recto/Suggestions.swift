import RectoPageModel

/// `: did you mean WORD?` for the known word that is nearest to `word`, or nothing.
func suggestion(for word: some StringProtocol, of known: [String]) -> String {
  Spelling.nearest(to: String(word), among: known).map { ": did you mean \($0)?" } ?? ""
}

extension Arguments {
  /// The value of an option that must be one of some words; nil if it is not given. Case does not
  /// matter.
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
