import RectoMarkup
import RectoPageModel

/// Language tags as BCP 47 has them, from what OCR programs write.
enum LanguageTag {
  /// Three-letter codes of ISO 639-2, and Tesseract's own, for which BCP 47 has two letters.
  private static let short = [
    "ara": "ar", "ces": "cs", "chi_sim": "zh-Hans", "chi_tra": "zh-Hant", "chi": "zh",
    "dan": "da", "deu": "de", "ger": "de", "ell": "el", "gre": "el", "eng": "en", "fas": "fa",
    "fin": "fi", "fra": "fr", "fre": "fr", "heb": "he", "hun": "hu", "ita": "it", "jpn": "ja",
    "kor": "ko", "lat": "la", "nld": "nl", "dut": "nl", "nor": "no", "pol": "pl", "por": "pt",
    "ron": "ro", "rus": "ru", "spa": "es", "swe": "sv", "tur": "tr", "ukr": "uk",
  ]

  static func normalized(_ tag: String) -> String {
    let lower = tag.lowercased()
    return short[lower] ?? short[String(lower.prefix { $0 != "_" })]
      ?? tag.replacing("_", with: "-")
  }
}

extension XMLElement {
  /// A plausible number.
  func number(_ name: String) -> Double? {
    attribute(name).flatMap { Double($0.trimmed) }.flatMap { $0.isPlausible ? $0 : nil }
  }
}

/// The direction of a word, by its letters.
enum Script {
  /// Blocks of Unicode whose letters run from right to left: Hebrew to Arabic Extended-A,
  /// the presentation forms, and the historical scripts of the supplementary plane.
  private static let rightToLeft: [ClosedRange<UInt32>] = [
    0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
  ]

  /// Han, kana, Hangul and bopomofo, which also stand in columns.
  private static let columns: [ClosedRange<UInt32>] = [
    0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF,
  ]

  /// The direction of `text` in `box`, by its first letter; several letters of East Asia that
  /// stand higher than wide are a column.
  static func direction(of text: String, in box: Rect) -> TextDirection {
    guard let letter = text.unicodeScalars.first(where: \.properties.isAlphabetic) else {
      return .leftToRight
    }
    if rightToLeft.contains(where: { $0.contains(letter.value) }) { return .rightToLeft }
    let isColumn =
      columns.contains { $0.contains(letter.value) } && text.count > 1
      && box.height > 1.5 * box.width
    return isColumn ? .topToBottom : .leftToRight
  }
}
