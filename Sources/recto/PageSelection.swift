/// Pages chosen by number, such as `1-4,7,last`.
struct PageSelection {
  /// Indices from 0, in the order asked for, each once.
  let indices: [Int]

  /// All pages.
  init(count: Int) {
    indices = Array(0..<count)
  }

  /// `N`, `N-M`, `N-`, `-M`, `last` and `all`, parted by commas; a range may run backwards.
  init(_ text: String, count: Int) throws(UsageError) {
    var chosen: [Int] = []
    var seen: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      for number in try Self.numbers(part, count: count, of: text)
      where seen.insert(number).inserted {
        chosen.append(number - 1)
      }
    }
    indices = chosen
  }

  private static func numbers(
    _ part: Substring, count: Int, of text: String
  ) throws(UsageError) -> [Int] {
    if part == "all" { return Array(1...count) }
    let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard part != "-", let first = ends.first else { throw malformed(text) }
    if ends.count == 1 { return [try number(first, count: count, of: text)] }
    let start = first.isEmpty ? 1 : try number(first, count: count, of: text)
    let end = ends[1].isEmpty ? count : try number(ends[1], count: count, of: text)
    return start <= end ? Array(start...end) : (end...start).reversed()
  }

  private static func number(
    _ word: Substring, count: Int, of text: String
  ) throws(UsageError) -> Int {
    if word == "last" { return count }
    guard !word.isEmpty, word.allSatisfy(\.isASCII), word.allSatisfy(\.isNumber) else {
      throw malformed(text)
    }
    guard let number = Int(word), number >= 1, number <= count else {
      throw UsageError("there is no page \(word): the publication has \(count)")
    }
    return number
  }

  private static func malformed(_ text: String) -> UsageError {
    UsageError("--pages \(text) is not a choice of pages: write it like 1-4,7,last")
  }
}
