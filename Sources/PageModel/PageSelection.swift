/// Pages chosen by number, such as `1-4,7,last`.
package struct PageSelection {
  /// Indices from 0, in the order asked for, each once.
  package let indices: [Int]

  /// All pages.
  package init(count: Int) {
    indices = Array(0..<count)
  }

  /// `N`, `N-M`, `N-`, `-M`, `last` and `all`, comma-separated; a range may run backwards.
  ///
  /// Throws `badRequest` for anything else, and for a page that is not there.
  package init(_ text: String, count: Int) throws(PageError) {
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

  /// The highest page number that a choice names, for which the pages up to it need to be counted
  /// only; nil if it takes the number of all pages. Throws `badRequest` if the text is not a
  /// choice.
  package static func highestNumber(_ text: String) throws(PageError) -> Int? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false).flatMap { part in
      part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    }
    let isOpen = text.split(separator: ",").contains { $0.hasSuffix("-") }
    guard !isOpen, !words.contains(where: { ["all", "last"].contains($0) }) else { return nil }
    var highest: Int?
    for word in words where !word.isEmpty {
      highest = max(highest ?? 0, try number(word, count: .max, of: text))
    }
    return highest
  }

  private static func numbers(
    _ part: Substring, count: Int, of text: String
  ) throws(PageError) -> [Int] {
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
  ) throws(PageError) -> Int {
    if word == "last" { return count }
    guard word.allSatisfy(\.isASCII), word.allSatisfy(\.isNumber), let number = Int(word) else {
      throw malformed(text)
    }
    guard number >= 1, number <= count else {
      throw PageError(.badRequest, noSuch("page", number, of: count, from: 1))
    }
    return number
  }

  private static func malformed(_ text: String) -> PageError {
    PageError(.badRequest, "\(text.printable) is not a list of pages such as 1-4,7,last")
  }
}
