/// A cache of the hyphenation points of words.
///
/// Its size and its searches are bounded: a word has few possible slots and replaces another when
/// all are taken, so that no choice of words makes it slow.
struct WordCache: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var points = HyphenationPoints()
    /// The offset of the word in `units`; 0 for an empty slot, since the first unit is never used.
    var start: UInt32 = 0
    /// The part of the hash that does not select the slot.
    var tag: UInt32 = 0
    var count: UInt32 = 0
  }

  private var entries: [Entry] = []
  /// The units of the cached words, one after another; emptied when it is full.
  private var units: [UInt16] = [0]

  /// The number of slots: a book has some 20,000 different words.
  private static let places = 1 << 15
  /// The number of adjacent slots in which a word may be.
  private static let ways = 4
  private static let mostUnits = 1 << 19

  /// The hash that selects a word's slots.
  func hash(of word: UnsafeBufferPointer<UInt16>) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for unit in word {
      hash = (hash ^ UInt64(unit)) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
    }
    return hash
  }

  func points(
    of word: UnsafeBufferPointer<UInt16>, hashed hash: UInt64
  ) -> HyphenationPoints? {
    guard !entries.isEmpty else { return nil }
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    return entries.withUnsafeBufferPointer { entries in
      let first = Self.firstPlace(of: hash)
      for place in first..<(first + Self.ways) where entries[place].tag == tag {
        let entry = entries[place]
        // Equal hashes do not prove equal words.
        if entry.start > 0, isWord(word, entry) { return entry.points }
      }
      return nil
    }
  }

  mutating func store(
    _ points: HyphenationPoints, of word: UnsafeBufferPointer<UInt16>, hashed hash: UInt64
  ) {
    if entries.isEmpty || units.count + word.count > Self.mostUnits {
      entries = Array(repeating: Entry(), count: Self.places)
      units = [0]
    }
    let first = Self.firstPlace(of: hash)
    let free = (first..<(first + Self.ways)).first { entries[$0].start == 0 }
    let place = free ?? first + Int(truncatingIfNeeded: hash >> 62)
    entries[place] = Entry(
      points: points, start: UInt32(units.count), tag: UInt32(truncatingIfNeeded: hash >> 32),
      count: UInt32(word.count))
    units.append(contentsOf: word)
  }

  private static func firstPlace(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (places - ways)
  }

  private func isWord(_ word: UnsafeBufferPointer<UInt16>, _ entry: Entry) -> Bool {
    guard word.count == Int(entry.count) else { return false }
    return units.withUnsafeBufferPointer { units in
      let start = Int(entry.start)
      for index in word.indices where units[start + index] != word[index] { return false }
      return true
    }
  }
}
