/// The range of the whole file that the bytes of an answer are (RFC 9110, section 14.4).
struct ContentRange: Hashable {
  let first: Int
  let last: Int
  /// The size of the whole file; nil if the server does not know it.
  let total: Int?

  /// Reads `bytes 0-9/100` or `bytes 0-9/*`; nil for anything else.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
    guard halves.count == 2, ends.count == 2, let first = ends[0], let last = ends[1], first <= last
    else { return nil }
    total = Self.number(halves[1])
    guard total != nil || halves[1] == "*", last < total ?? .max else { return nil }
    self.first = first
    self.last = last
  }

  private static func number(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
  }
}
