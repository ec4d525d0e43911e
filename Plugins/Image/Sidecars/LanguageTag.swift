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
