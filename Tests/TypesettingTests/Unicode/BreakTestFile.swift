/// One line of a file of `auxiliary/`: a text, and the places in it where something ends.
struct BreakTestCase {
  let line: Int
  let units: [UInt16]
  /// UTF-16 offsets marked `÷`, without the beginning of the text.
  let ends: [Int]
  /// The notation of the file, without the comment: `× 0023 × 0020 ÷`.
  let notation: String

  static func all(of name: String) throws -> [BreakTestCase] {
    var cases: [BreakTestCase] = []
    try UnicodeData(name).forEachLine { number, line in
      var units: [UInt16] = []
      var ends: [Int] = []
      var words: [String] = []
      while case let word = line.word(), !word.isEmpty {
        words.append(word)
        if let scalar = UInt32(word, radix: 16) {
          units += utf16([scalar])
        } else if word == "÷", !units.isEmpty {
          ends.append(units.count)
        }
      }
      cases.append(
        BreakTestCase(
          line: number, units: units, ends: ends, notation: words.joined(separator: " ")))
    }
    return cases
  }
}
