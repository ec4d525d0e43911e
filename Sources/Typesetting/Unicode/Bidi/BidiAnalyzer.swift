import CRectoUnicode
import RectoPageModel

/// Runs the bidirectional algorithm (UAX 9) over paragraph after paragraph, with memory that it
/// keeps: eleven bytes a unit of the longest paragraph, and sixteen for each change of level in it.
///
/// Text without a change of direction is scanned once. Not for concurrent use.
public final class BidiAnalyzer {
  /// Made for the first paragraph that needs it.
  private var memory: OpaquePointer?

  public init() {}

  deinit { unicode_bidi_close(memory) }

  /// The levels of one paragraph. A line or paragraph separator inside it ends a line, and leaves
  /// the base direction as it is.
  ///
  /// Throws `limit` beyond 2^30 units, or without memory. Calls `unicode_bidi_resolve`.
  public func analyze(_ text: Span<UInt16>, direction: BaseDirection) throws(PageError)
    -> BidiParagraph
  {
    let length = try checkedLength(of: text)
    if let level = Self.uniformLevel(of: text, direction) {
      return BidiParagraph(baseLevel: level, count: text.count, markedLevels: [])
    }
    if memory == nil { memory = unicode_bidi_open() }
    guard let memory else { throw failure(of: "run the bidirectional algorithm") }
    var base: Int32 = -1
    let levels = [UInt8](unsafeUninitializedCapacity: text.count) { buffer, count in
      base = text.withUnsafeBufferPointer {
        unicode_bidi_resolve(memory, $0.baseAddress, length, direction.code, buffer.baseAddress)
      }
      count = base < 0 ? 0 : text.count
    }
    guard base >= 0 else { throw failure(of: "run the bidirectional algorithm") }
    return BidiParagraph(baseLevel: UInt8(base), count: text.count, markedLevels: levels)
  }

  /// The level of the paragraph and of all its text, where that is plain without the algorithm.
  private static func uniformLevel(of text: Span<UInt16>, _ direction: BaseDirection) -> UInt8? {
    if text.isEmpty {
      return direction == .rightToLeft || direction == .firstStrong(else: .rightToLeft) ? 1 : 0
    }
    guard direction != .rightToLeft, !mayTurnDirection(text) else { return nil }
    return direction == .firstStrong(else: .rightToLeft) && !hasLetter(text) ? nil : 0
  }

  /// True if the text before a paragraph separator has a character of class L.
  private static func hasLetter(_ text: Span<UInt16>) -> Bool {
    var position = 0
    while position < text.count {
      let scalar = text.scalar(at: &position)
      switch scalar {
      // The separators: class B in UnicodeData.txt.
      case 0x0A, 0x0D, 0x1C...0x1E, 0x85, 0x2029: return false
      case 0x41...0x5A, 0x61...0x7A: return true
      case 0x80...: if unicode_is_left_to_right_letter(scalar) { return true }
      default: break
      }
    }
    return false
  }
}

/// Returns true if a text may have a character that turns the direction: of class R, AL or AN, or a
/// formatting character that embeds, overrides or isolates.
///
/// Without one, every level of a left-to-right paragraph is 0 (UAX 9: W7 and N1 leave nothing
/// else). The ranges are those that Unicode keeps for such characters, assigned or not
/// (DerivedBidiClass.txt, `@missing` lines), and for those beyond the BMP their high surrogates.
func mayTurnDirection(_ text: Span<UInt16>) -> Bool {
  for index in text.indices where text[index] >= 0x0590 {
    switch text[index] {
    case 0x0590...0x08FF, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xD802...0xD803,
      0xD83A...0xD83B,
      0xFB1D...0xFDFF, 0xFE70...0xFEFE:
      return true
    default: continue
    }
  }
  return false
}
