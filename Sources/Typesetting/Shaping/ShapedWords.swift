/// The words of one shaper, each shaped once.
///
/// A word is the text between two spaces; most words of a text come again. Kerning with the
/// space itself is therefore not seen, as in TeX.
final class ShapedWords {
  struct Word {
    fileprivate var hash: UInt64
    /// The range of the word in `units`.
    fileprivate var text: Range<Int>
    /// The range of its glyphs in `glyphs`.
    var glyphs: Range<Int>
    var width: Int32
    /// The places where it may be hyphenated, in order; nil until requested.
    var hyphenations: [SplitPoint]?
  }

  /// A place where a word can be divided.
  struct SplitPoint {
    /// Code units before it.
    var offset: Int32
    /// The width of the text before it in the whole word.
    var share: Int32
    /// The difference between the width of the line's part, hyphen included, and its share of the
    /// whole word.
    var before: Int32
    /// The same difference for the next line's part.
    var after: Int32
    /// True if the line ends in a hyphen.
    var addsHyphen = true
  }

  let shaper: Shaper
  private(set) var words: [Word] = []
  private(set) var glyphs: [ShapedGlyph] = []
  private var units: [UInt16] = []
  /// A hash table of word numbers plus one; its size is a power of two.
  private var table: [Int32] = Array(repeating: 0, count: 1024)

  /// The number of code units in the words of a long book.
  private static let capacity = 1 << 20

  init(_ shaper: Shaper) { self.shaper = shaper }

  var font: Font { shaper.font }

  /// The hyphen at the end of a line whose word continues: U+2010 if the font has it.
  private(set) lazy var hyphen: UInt16 = font.glyph(of: 0x2010) == nil ? 0x2D : 0x2010
  private(set) lazy var hyphenWidth: Int32 = width(of: hyphen)
  private(set) lazy var spaceWidth: Int32 = width(of: 0x20)

  private func width(of unit: UInt16) -> Int32 {
    var glyphs: [ShapedGlyph] = []
    return [unit].withUnsafeBufferPointer { shaper.shape($0, into: &glyphs) }
  }

  /// True if the cache should be replaced by an empty one. Prepared paragraphs keep theirs.
  var isFull: Bool { units.count > Self.capacity }

  /// The number of a word, which is shaped where it is new.
  func number(of text: UnsafeBufferPointer<UInt16>) -> Int {
    let hash = Self.hash(text)
    var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while case let entry = table[place], entry != 0 {
      let number = Int(entry) - 1
      if words[number].hash == hash, isEqual(words[number].text, text) { return number }
      place = (place + 1) & (table.count - 1)
    }
    return add(text, hash, at: place)
  }

  private func add(_ text: UnsafeBufferPointer<UInt16>, _ hash: UInt64, at place: Int) -> Int {
    let start = units.count
    units.append(contentsOf: text)
    let first = glyphs.count
    let width = shaper.shape(text, into: &glyphs)
    words.append(
      Word(hash: hash, text: start..<units.count, glyphs: first..<glyphs.count, width: width))
    table[place] = Int32(words.count)
    if words.count * 2 > table.count { grow() }
    return words.count - 1
  }

  /// The divisions of a left-to-right word at these offsets, in order.
  func hyphenations(of number: Int, at offsets: HyphenationPoints) -> [SplitPoint] {
    guard shaper.key.direction == .leftToRight else { return [] }
    let word = words[number]
    var found: [SplitPoint] = []
    var index = word.glyphs.lowerBound
    var share: Int32 = 0
    for offset in offsets {
      while index < word.glyphs.upperBound, glyphs[index].cluster < offset {
        share = share &+ glyphs[index].advance
        index += 1
      }
      guard index > word.glyphs.lowerBound, index < word.glyphs.upperBound else { continue }
      if Int(glyphs[index].cluster) == offset {
        // Without the kerning with what follows, which the glyph's own advance does not have.
        let last = glyphs[index - 1]
        let kerning =
          glyphs[index].isUnsafeToBreak
          ? font.advance(of: last.glyph) &+ shaper.key.letterSpacing &- last.advance : 0
        found.append(
          SplitPoint(
            offset: Int32(offset), share: share, before: hyphenWidth &+ kerning, after: 0))
      } else {
        found.append(split(word, at: offset, share))
      }
    }
    return found
  }

  /// A hyphen inside a ligature, which both parts must be shaped for.
  private func split(_ word: Word, at offset: Int, _ share: Int32) -> SplitPoint {
    var shapedParts: [ShapedGlyph] = []
    let text = Array(units[word.text])
    let before = (Array(text[..<offset]) + [hyphen]).withUnsafeBufferPointer {
      shaper.shape($0, into: &shapedParts)
    }
    let after = Array(text[offset...]).withUnsafeBufferPointer {
      shaper.shape($0, into: &shapedParts)
    }
    return SplitPoint(
      offset: Int32(offset), share: share, before: before &- share,
      after: after &- (word.width &- share))
  }

  /// Every place where a word can be divided without a hyphen: between two of its clusters.
  func cuts(of number: Int) -> [SplitPoint] {
    let word = words[number]
    var advances: [Int32: Int32] = [:]
    for glyph in glyphs[word.glyphs] { advances[glyph.cluster, default: 0] &+= glyph.advance }
    let text = Array(units[word.text])
    var shapedParts: [ShapedGlyph] = []
    func width(of part: ArraySlice<UInt16>) -> Int32 {
      part.withUnsafeBufferPointer { shaper.shape($0, into: &shapedParts) }
    }
    var share: Int32 = 0
    return advances.keys.sorted().compactMap { offset in
      defer { share = share &+ (advances[offset] ?? 0) }
      guard offset > 0 else { return nil }
      return SplitPoint(
        offset: offset, share: share, before: width(of: text[..<Int(offset)]) &- share,
        after: width(of: text[Int(offset)...]) &- (word.width &- share), addsHyphen: false)
    }
  }

  func setHyphenations(_ points: [SplitPoint], of number: Int) {
    words[number].hyphenations = points
  }

  private func isEqual(_ known: Range<Int>, _ text: UnsafeBufferPointer<UInt16>) -> Bool {
    guard known.count == text.count else { return false }
    return units.withUnsafeBufferPointer { units in
      for index in 0..<text.count where units[known.lowerBound + index] != text[index] {
        return false
      }
      return true
    }
  }

  private func grow() {
    table = Array(repeating: 0, count: table.count * 2)
    for (number, word) in words.enumerated() {
      var place = Int(truncatingIfNeeded: word.hash) & (table.count - 1)
      while table[place] != 0 { place = (place + 1) & (table.count - 1) }
      table[place] = Int32(number + 1)
    }
  }

  /// FNV-1a over code units, mixed at the end since the table looks at the low bits.
  private static func hash(_ text: UnsafeBufferPointer<UInt16>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for unit in text { hash = (hash ^ UInt64(unit)) &* 0x100_0000_01B3 }
    return hash ^ hash >> 29
  }
}
