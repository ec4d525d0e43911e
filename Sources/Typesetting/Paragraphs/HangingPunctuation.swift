/// The distance by which a character at a line's edge may hang out of it, so that the edge looks
/// straight: light characters leave more white beside them than letters do.
enum HangingPunctuation {
  /// Thousandths of its width that a sign stands out of the end of its line.
  static func share(atEnd unit: UInt16) -> Int32 {
    switch unit {
    case 0x2C, 0x2E, 0x60C, 0x6D4: 700  // , . ، ۔
    case 0x2D, 0xAD, 0x2010: 500  // - ‐
    case 0x2019, 0x201D, 0x27, 0x22, 0xBB, 0x203A: 500  // ’ ” ' " » ›
    case 0x3A, 0x3B, 0x61B: 300  // : ; ؛
    case 0x21, 0x3F, 0x2013, 0x2014: 150  // ! ? – —
    // Signs of the width of an ideograph, the second half of which is white.
    case 0x3001, 0x3002, 0xFF0C, 0xFF0E: 500  // 、 。 ， ．
    case 0x300D, 0x300F, 0x3011, 0x3009, 0x300B, 0xFF09: 500  // 」 』 】 〉 》 ）
    default: 0
    }
  }

  /// Thousandths of its width that a sign stands out of the start of its line.
  static func share(atStart unit: UInt16) -> Int32 {
    switch unit {
    case 0x2018, 0x201C, 0x27, 0x22, 0xAB, 0x2039, 0x201E, 0x201A: 500  // ‘ “ ' " « ‹ „ ‚
    case 0x300C, 0x300E, 0x3010, 0x3008, 0x300A, 0xFF08: 500  // 「 『 【 〈 《 （
    default: 0
    }
  }
}

extension PreparedParagraph {
  /// The distance by which the code unit at `offset`, a part of `piece`, hangs out of a line that
  /// it begins.
  func hang(atStart offset: Int, of piece: TextFragment) -> Int32 {
    hang(piece, offset) { HangingPunctuation.share(atStart: $0) }
  }

  /// The same of the code unit before `offset`, at the end of a line.
  func hang(atEnd offset: Int, of piece: TextFragment) -> Int32 {
    hang(piece, offset - 1) { HangingPunctuation.share(atEnd: $0) }
  }

  /// The hang of a hyphen that is added after `piece`.
  func hangOfHyphen(after piece: TextFragment) -> Int32 {
    guard hangsPunctuation else { return 0 }
    let width = items[Int(piece.item)].hyphenWidth
    return Self.part(HangingPunctuation.share(atEnd: 0x2010), of: width)
  }

  /// True if edges are visible: those of centered lines are not.
  private var hangsPunctuation: Bool {
    paragraph.style.hangingPunctuation && paragraph.style.textAlign != .center
  }

  private func hang(_ piece: TextFragment, _ offset: Int, _ share: (UInt16) -> Int32) -> Int32 {
    guard hangsPunctuation, piece.kind == .word else { return 0 }
    let unit = paragraph.text.units[offset]
    let part = share(unit)
    guard part > 0 else { return 0 }
    let item = items[Int(piece.item)]
    guard item.orientation == .horizontal else { return Self.part(part, of: item.font.scaledSize) }
    guard let glyph = item.font.glyph(of: UInt32(unit)) else { return 0 }
    return Self.part(part, of: item.font.advance(of: glyph))
  }

  private static func part(_ thousandths: Int32, of width: Int32) -> Int32 {
    Int32(truncatingIfNeeded: Int(width) * Int(thousandths) / 1000)
  }
}
