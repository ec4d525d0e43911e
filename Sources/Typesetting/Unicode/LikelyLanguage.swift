import CRectoUnicode

/// The language and the script that a locale most likely means. Calls `uloc_addLikelySubtags`.
struct LikelyLanguage {
  let language: String
  let script: String

  /// `locale` is ICU's name of one, such as `ja` or `und_Arab`; nil if ICU does not know it.
  init?(_ locale: String) {
    var language = [CChar](repeating: 0, count: 12)
    var script = [CChar](repeating: 0, count: 6)
    guard
      unicode_likely_language(
        locale, &language, Int32(language.count), &script, Int32(script.count))
    else { return nil }
    func text(_ name: [CChar]) -> String {
      String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    self.language = text(language)
    self.script = text(script)
  }

  /// The language whose fonts suit text of a script, an ISO 15924 name such as `Arab`: the text's own
  /// where it is written so, and else the one that most often is.
  static func forFonts(of script: String, in language: String?) -> String? {
    guard !["Zyyy", "Zinh", "Zzzz", "Latn"].contains(script) else { return language }
    if let language, let own = LikelyLanguage(localeName(of: language)), own.isWritten(in: script) {
      return language
    }
    return LikelyLanguage("und_" + script)?.language ?? language
  }

  /// True if the language's script includes `part`.
  private func isWritten(in part: String) -> Bool {
    let parts = [
      "Jpan": ["Hani", "Hira", "Kana"], "Kore": ["Hang", "Hani"], "Hans": ["Hani", "Bopo"],
      "Hant": ["Hani", "Bopo"],
    ]
    return script == part || parts[script]?.contains(part) == true
  }
}
