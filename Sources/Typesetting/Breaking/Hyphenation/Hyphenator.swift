/// Finds where words of one language may be divided.
///
/// It keeps the points of words that it has seen, so each thread needs its own; they can share the
/// dictionary.
public struct Hyphenator: ~Copyable {
  /// The minimum lengths of a word and its parts, in letters, in addition to the dictionary's own.
  public struct Limits: Sendable, Hashable {
    public var wordLetters: Int
    public var lettersBefore: Int
    public var lettersAfter: Int

    public init(wordLetters: Int = 5, lettersBefore: Int = 2, lettersAfter: Int = 2) {
      self.wordLetters = wordLetters
      self.lettersBefore = lettersBefore
      self.lettersAfter = lettersAfter
    }
  }

  private static let longestWord = 100

  private let dictionary: HyphenationDictionary
  private let limits: Limits
  private var cache = WordCache()

  public init(_ dictionary: HyphenationDictionary, limits: Limits = Limits()) {
    self.dictionary = dictionary
    self.limits = limits
  }

  /// The offsets in a word, in UTF-16 units, before which a hyphen may divide it.
  ///
  /// Capitals count as small letters. Punctuation at both ends is skipped, and the parts of a word
  /// with hyphens or dashes in it are hyphenated one by one. Returns none for a word with soft
  /// hyphens, which mark its own division; with digits or other characters that are not letters,
  /// such as a URL; or with more than 100 units.
  public mutating func points(in word: ArraySlice<UInt16>) -> HyphenationPoints {
    word.withUnsafeBufferPointer { points(in: $0) }
  }

  /// The same for a word in a buffer.
  public mutating func points(in word: UnsafeBufferPointer<UInt16>) -> HyphenationPoints {
    // Otherwise the cache would hold many words twice, without and with a comma.
    var end = word.count
    while end > 0, Self.endsSentences(word[end - 1]) { end -= 1 }
    return rememberedPoints(in: UnsafeBufferPointer(rebasing: word[..<end]))
  }

  /// True for some of the punctuation that may follow a word and does not change its points.
  private static func endsSentences(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x21, 0x22, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x201D: true
    default: false
    }
  }

  private mutating func rememberedPoints(
    in word: UnsafeBufferPointer<UInt16>
  ) -> HyphenationPoints {
    guard word.count >= limits.wordLetters, word.count <= Self.longestWord else {
      return HyphenationPoints()
    }
    let hash = cache.hash(of: word)
    if let known = cache.points(of: word, hashed: hash) { return known }
    var points = HyphenationPoints()
    for part in HyphenatedParts(word).parts { addPoints(in: part, to: &points) }
    cache.store(points, of: word, hashed: hash)
    return points
  }

  private func addPoints(in part: ArraySlice<WordLetter>, to points: inout HyphenationPoints) {
    let count = part.count { $0.isLetter }
    guard count >= limits.wordLetters else { return }
    let breaks = dictionary.breaks(after: part)
    guard !breaks.isEmpty else { return }
    let first = max(limits.lettersBefore, 1)
    let last = count - max(limits.lettersAfter, 1)
    var before = 0
    for index in part.indices where part[index].isLetter {
      // A mark or an apostrophe stays with the letter before it.
      if before >= first, before <= last,
        breaks.contains(index - part.startIndex - 1)
      {
        points.insert(part[index].offset)
      }
      before += 1
    }
  }
}
