import RectoTypesetting

/// The code units of a story, with a line feed between two items.
struct LocatedText {
  private(set) var units: [UInt16] = []
  /// The offset of each item.
  private var starts: [Int] = []

  private static let lineFeed: UInt16 = 0x0A

  init(_ story: Story) {
    for item in story.items {
      if !starts.isEmpty { units.append(Self.lineFeed) }
      starts.append(units.count)
      for paragraph in item.paragraphs { units += paragraph.text.units }
    }
  }

  /// The number of the item that a code unit is in.
  func item(at offset: Int) -> Int {
    max(0, (starts.firstIndex { $0 > offset } ?? starts.count) - 1)
  }

  // MARK: Quotations

  /// Returns nil for an empty range. Surrogate pairs are not split.
  func quotation(_ range: Range<Int>) -> String? {
    range.isEmpty ? nil : String(decoding: units[range], as: UTF16.self)
  }

  /// The maximum length of a word in a quotation; longer ones are cut.
  private static let longestWord = 40

  /// The first end of a word from `offset` on.
  func wordEnd(near offset: Int) -> Int {
    let offset = min(max(0, offset), units.count)
    let limit = min(offset + Self.longestWord, units.count)
    return (offset..<limit).first { isSpace(units[$0]) } ?? whole(limit)
  }

  /// The last beginning of a word up to `offset`.
  func wordStart(near offset: Int) -> Int {
    let offset = min(max(0, offset), units.count)
    let limit = max(offset - Self.longestWord, 0)
    return (limit..<offset).last { isSpace(units[$0]) }.map { $0 + 1 } ?? whole(limit)
  }

  /// Not between the halves of a surrogate pair.
  private func whole(_ offset: Int) -> Int {
    offset < units.count && UTF16.isTrailSurrogate(units[offset]) ? offset + 1 : offset
  }

  private func isSpace(_ unit: UInt16) -> Bool {
    unit == 0x20 || (0x09...0x0D).contains(unit) || unit == 0x2028
  }

  // MARK: Search

  func has(_ words: [UInt16], at offset: Int) -> Bool {
    offset >= 0 && offset + words.count <= units.count
      && units[offset..<offset + words.count].elementsEqual(words)
  }

  /// The occurrence of some words that is nearest to a place.
  func place(of words: [UInt16], nearest place: Int) -> Int? {
    guard let first = words.first, words.count <= units.count else { return nil }
    var best: Int?
    for offset in 0...(units.count - words.count)
    where units[offset] == first && has(words, at: offset) {
      if let best, abs(best - place) <= abs(offset - place) { return best }
      best = offset
    }
    return best
  }
}
