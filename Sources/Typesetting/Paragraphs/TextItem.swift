/// A stretch of a paragraph's text that is shaped in one way.
struct TextItem {
  /// In code units of the paragraph.
  var range: Range<Int>
  /// The number of its style in `AttributedText.runs`.
  var style: Int
  /// The embedding level of UAX 9.
  var level: UInt8
  /// An ISO 15924 tag, as in `hb_script_t`.
  var script: UInt32
  var orientation: GlyphRun.Orientation
  /// Upward from the line's baseline, in scaled points.
  var shift: Int32
  var content: Content

  enum Content {
    case text(ShapedWords)
    case attachment(Attachment, Font)
  }

  var font: Font {
    switch content {
    case .text(let words): words.font
    case .attachment(_, let font): font
    }
  }
}

extension TextItem {
  /// True if its script is written without spaces between words, so that justification spaces its
  /// characters.
  var isWithoutSpaces: Bool { Self.scriptsWithoutSpaces.contains(script) }

  private static let scriptsWithoutSpaces = Set(
    ["Hani", "Hira", "Kana", "Bopo", "Yiii", "Thai", "Laoo", "Khmr", "Mymr"].compactMap {
      UInt32(tag: $0)
    })

  /// True if the space for justification goes between all letters of its script: between words alone it
  /// would be read as spaces, which mean the end of a sentence there.
  var spacesLetters: Bool { Self.scriptsWithSpacedLetters.contains(script) }

  private static let scriptsWithSpacedLetters = Set(
    ["Thai", "Laoo", "Khmr", "Mymr"].compactMap { UInt32(tag: $0) })

  /// The width of the hyphen added at the end of a line whose word continues.
  var hyphenWidth: Int32 {
    guard case .text(let words) = content else { return 0 }
    return words.hyphenWidth
  }
}

/// An element of a line, such as a word or the space between two words.
struct TextFragment {
  enum Kind: UInt8 {
    case word
    /// One or more spaces, which justification widens.
    case space
    case tab
    case attachment
    /// An end of line that the text asks for.
    case lineEnd
  }

  var kind: Kind
  /// The number of its item.
  var item: Int32
  /// In code units of the paragraph.
  var start: Int32
  var end: Int32
  /// True if a line may end after it.
  var mayBreakAfter = false
  /// True if it is a part of a word that is too long for any line.
  var isCut = false
  /// The number of a word among its item's.
  var word: Int32 = 0
  var width: Int32 = 0
  /// White before its glyphs, as a part of the width.
  var lead: Int32 = 0
  /// By how much justification may widen and narrow it.
  var stretch: Int32 = 0
  var shrink: Int32 = 0
  /// True if the stretch lies between its letters, not after it, and is never exceeded.
  var givesInside = false
}
