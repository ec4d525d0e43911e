import RectoPageModel

/// Cuts a paragraph's items into pieces, and says of each what line breaking must know.
struct TextFragmentBuilder {
  private let typesetter: Typesetter
  private var prepared: PreparedParagraph
  private let units: [UInt16]
  /// Offsets at which a line may end, in order, and how many of them are passed.
  private var opportunities: [LineBreakOpportunity] = []
  private var passed = 0
  private let isJustified: Bool
  private let isVertical: Bool
  /// In thousandths of an em; 0 where letters stay as they are.
  private let letterSpacingLimit: Double

  /// The maximum length of a word; longer ones may be broken anywhere, as the last resort of a
  /// line.
  private static let longestWord = 60
  private static let cutLength = 8

  init(_ typesetter: Typesetter, _ prepared: PreparedParagraph, isVertical: Bool) {
    self.isVertical = isVertical
    self.typesetter = typesetter
    self.prepared = prepared
    units = prepared.paragraph.text.units
    isJustified = prepared.paragraph.style.textAlign == .justify
    letterSpacingLimit = isJustified ? prepared.paragraph.style.letterSpacingLimit : 0
  }

  /// Throws `limit` for text longer than ICU's limit.
  mutating func build() throws(PageError) -> PreparedParagraph {
    let language = prepared.paragraph.text.runs.first?.style.language
    let units = units
    var found: [LineBreakOpportunity] = []
    try typesetter.opportunities.findOpportunities(
      in: units.span, language: language, into: &found)
    opportunities = found
    prepared.pieces.reserveCapacity(units.count / 3)
    for index in prepared.items.indices {
      switch prepared.items[index].content {
      case .text(let words): cutText(index, words)
      case .attachment(let attachment, _): addAttachment(index, attachment)
      }
    }
    typesetter.makeRoomForRuby(in: &prepared, isVertical: isVertical)
    TabStops(prepared.paragraph.style).resolve(&prepared)
    var items = BreakItemBuilder(typesetter, prepared, isJustified: isJustified)
    return items.build()
  }

  private mutating func addAttachment(_ item: Int, _ attachment: Attachment) {
    let range = prepared.items[item].range
    add(
      TextFragment(
        kind: .attachment, item: Int32(item), start: Int32(range.lowerBound),
        end: Int32(range.upperBound), width: ScaledPoints(attachment.width).rawValue))
  }

  private mutating func cutText(_ item: Int, _ words: ShapedWords) {
    let range = prepared.items[item].range
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      switch units[start] {
      case 0x20, 0xA0:
        while end < range.upperBound, units[end] == units[start] { end += 1 }
        addSpace(item, words, start..<end)
      case 0x09:
        add(
          TextFragment(kind: .tab, item: Int32(item), start: Int32(start), end: Int32(end)))
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029:
        if units[start] == 0x0D, end < range.upperBound, units[end] == 0x0A { end += 1 }
        add(
          TextFragment(kind: .lineEnd, item: Int32(item), start: Int32(start), end: Int32(end)))
      default:
        let isCut: Bool
        (end, isCut) = endOfWord(from: start, limit: range.upperBound)
        addWord(item, words, start..<end, isCut: isCut)
      }
      start = end
    }
  }

  /// The end of the word at `start`: white space, or a place where a line may end.
  private mutating func endOfWord(from start: Int, limit: Int) -> (end: Int, isCut: Bool) {
    skipOpportunities(upTo: start + 1)
    let next = passed < opportunities.count ? opportunities[passed].offset : limit
    let last = min(limit, next, start + Self.longestWord + 1)
    var end = start + 1
    while end < last, !Self.isSpecial(units[end]) { end += 1 }
    guard end - start > Self.longestWord else { return (end, false) }
    end = start + Self.cutLength
    // Not between the halves of a pair.
    if units[end] & 0xFC00 == 0xDC00, units[end - 1] & 0xFC00 == 0xD800 { end += 1 }
    return (end, true)
  }

  private mutating func skipOpportunities(upTo offset: Int) {
    while passed < opportunities.count, opportunities[passed].offset < offset { passed += 1 }
  }

  private static func isSpecial(_ unit: UInt16) -> Bool {
    unit <= 0x20
      ? unit == 0x20 || (0x09...0x0D).contains(unit)
      : unit == 0xA0 || unit == 0x85 || unit == 0x2028 || unit == 0x2029
  }

  private mutating func addWord(_ item: Int, _ words: ShapedWords, _ range: Range<Int>, isCut: Bool)
  {
    let number = units.withUnsafeBufferPointer {
      words.number(of: UnsafeBufferPointer(rebasing: $0[range]))
    }
    var piece = TextFragment(
      kind: .word, item: Int32(item), start: Int32(range.lowerBound),
      end: Int32(range.upperBound), isCut: isCut, word: Int32(number),
      width: words.words[number].width)
    if isJustified, prepared.items[item].spacesLetters {
      piece.stretch = LetterSpacing.give(
        ofClustersIn: words.glyphs[words.words[number].glyphs], em: words.font.scaledSize)
      piece.givesInside = true
    } else if letterSpacingLimit > 0 {
      piece.stretch = LetterSpacing.give(
        of: units[range], limit: letterSpacingLimit, em: words.font.scaledSize)
      piece.shrink = piece.stretch
      piece.givesInside = piece.stretch > 0
    }
    add(piece)
  }

  private mutating func addSpace(_ item: Int, _ words: ShapedWords, _ range: Range<Int>) {
    let style = prepared.paragraph.text.runs[prepared.items[item].style].style
    let spacing = ScaledPoints(style.wordSpacing).rawValue
    let width = (words.spaceWidth &+ spacing) &* Int32(clamping: range.count)
    // The stretch and shrink of spaces in TeX's fonts: a half and a third.
    add(
      TextFragment(
        kind: .space, item: Int32(item), start: Int32(range.lowerBound),
        end: Int32(range.upperBound), width: width, stretch: isJustified ? width / 2 : 0,
        shrink: isJustified ? width / 3 : 0))
  }

  private mutating func add(_ piece: TextFragment) {
    skipOpportunities(upTo: Int(piece.end))
    prepared.pieces.append(piece)
    let mayBreak = passed < opportunities.count && opportunities[passed].offset == Int(piece.end)
    prepared.pieces[prepared.pieces.count - 1].mayBreakAfter = mayBreak
  }
}
