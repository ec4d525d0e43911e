import CUnicode
import PageModel

/// A page's text as one run of characters, each of which knows its glyph: lines joined by
/// spaces, a word that was hyphenated at a line's end joined again.
struct TextFlow {
  enum Folding {
    /// As it stands.
    case none
    /// Without marks and, unless case matters, without capitals.
    case letters(_ isCaseSensitive: Bool)
  }

  private struct Element {
    let character: Character
    /// Nil for the space between words.
    let glyph: Rect?
    let line: Int
    /// The corners of the glyph where it does not stand upright.
    let quad: Quad?
  }

  private var elements: [Element] = []
  /// The characters that are searched; one element may give several of them, or none.
  private(set) var folded: [Character] = []
  /// For each of `folded`, the element that it came from.
  private(set) var sourceIndex: [Int] = []

  var count: Int { elements.count }

  /// Where `joinsHyphenated` is false, a hyphen at a line's end stays, and its word is joined all
  /// the same.
  init(_ text: PageText, folding: Folding, joinsHyphenated: Bool = true) {
    var line = 0
    for block in text.blocks {
      for (position, textLine) in block.lines.enumerated() {
        let isLastLine = position == block.lines.count - 1
        append(
          textLine, line: line, isLastOfBlock: isLastLine, dropsHyphen: joinsHyphenated)
        line += 1
      }
      appendSpace(line: line)
    }
    for (index, element) in elements.enumerated() {
      switch folding {
      case .none:
        folded.append(element.character)
        sourceIndex.append(index)
      case .letters(let isCaseSensitive):
        // One space for any run of them, as in the query.
        if element.glyph == nil, folded.last == " " { continue }
        for character in Self.fold(String(element.character), isCaseSensitive: isCaseSensitive) {
          folded.append(character)
          sourceIndex.append(index)
        }
      }
    }
  }

  /// Compatibility forms resolved, marks removed, capitals folded unless case matters, curly
  /// quotes and hyphens made plain, and white space made one space.
  static func fold(_ text: String, isCaseSensitive: Bool) -> String {
    var folded = ""
    for character in text {
      if character.isWhitespace {
        if folded.last != " " { folded.append(" ") }
      } else {
        folded += fold(character, isCaseSensitive: isCaseSensitive)
      }
    }
    return folded
  }

  private static func fold(_ character: Character, isCaseSensitive: Bool) -> String {
    if let ascii = character.asciiValue {
      let isCapital = ascii >= 0x41 && ascii <= 0x5A
      return isCapital && !isCaseSensitive
        ? String(UnicodeScalar(ascii + 0x20)) : String(character)
    }
    switch character {
    case "\u{2018}", "\u{2019}": return "'"
    case "\u{201C}", "\u{201D}": return "\""
    case "\u{2010}", "\u{2011}": return "-"
    case "\u{AD}": return ""
    default: break
    }
    let units = Array(String(character).utf16)
    // The longest decomposition of one scalar has 18 (U+FDFA).
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: units.count * 18) { buffer in
      let count = unicode_fold(
        units, Int32(units.count), isCaseSensitive, buffer.baseAddress, Int32(buffer.count))
      guard count >= 0 else { return String(character) }
      return String(decoding: buffer[..<Int(count)], as: UTF16.self)
    }
  }

  /// The text of some elements as it stands on the page.
  func original(_ range: Range<Int>) -> String {
    String(elements[range].map(\.character))
  }

  /// One quad for each line that the elements are on, turned as the text is.
  func quads(_ range: Range<Int>) -> [Quad] {
    var quads: [(line: Int, quad: Quad)] = []
    for element in elements[range] {
      guard let glyph = element.glyph else { continue }
      guard let last = quads.last, last.line == element.line else {
        quads.append((element.line, element.quad ?? Quad(glyph)))
        continue
      }
      if let quad = element.quad {
        quads[quads.count - 1].quad.topRight = quad.topRight
        quads[quads.count - 1].quad.bottomRight = quad.bottomRight
      } else {
        quads[quads.count - 1].quad = Quad(last.quad.bounds.union(glyph))
      }
    }
    return quads.map(\.quad)
  }

  /// Whether no letter or digit touches the range.
  func standsAlone(_ range: Range<Int>) -> Bool {
    func isWordPart(_ index: Int) -> Bool {
      elements.indices.contains(index)
        && (elements[index].character.isLetter || elements[index].character.isNumber)
    }
    return !isWordPart(range.lowerBound - 1) && !isWordPart(range.upperBound)
  }

  private mutating func append(
    _ line: TextLine, line number: Int, isLastOfBlock: Bool, dropsHyphen: Bool
  ) {
    for (position, word) in line.words.enumerated() {
      let isLastWord = position == line.words.count - 1
      var characters = Array(word.text)
      let isHyphenated = isLastWord && !isLastOfBlock && word.endsInParting
      if isHyphenated, dropsHyphen { characters.removeLast() }
      for (index, character) in characters.enumerated() {
        elements.append(
          Element(
            character: character,
            glyph: word.glyphs.indices.contains(index) ? word.glyphs[index] : word.box,
            line: number, quad: word.quad?.part(index, of: characters.count)))
      }
      if !isHyphenated, !word.joinsNext || isLastWord { appendSpace(line: number) }
    }
  }

  private mutating func appendSpace(line: Int) {
    guard let last = elements.last, last.glyph != nil else { return }
    elements.append(Element(character: " ", glyph: nil, line: line, quad: nil))
  }
}
