import CRectoUnicode
import RectoPageModel

/// ICU's name of the locale that a BCP 47 tag means, such as `ja@lb=strict`.
///
/// Without a tag, or with one that ICU cannot read, it is the root locale, whose rules are
/// Unicode's own. A `keyword` replaces what the tag says of it. Calls `uloc_forLanguageTag`.
func localeName(of tag: String?, keyword: String = "", value: String? = nil) -> String {
  // ULOC_FULLNAME_CAPACITY; longer tags name no language.
  let capacity = 157
  let tag = tag.flatMap { $0.utf8.count < capacity ? $0 : nil } ?? "und"
  var name = [CChar](repeating: 0, count: capacity)
  guard unicode_locale(tag, keyword, value, &name, Int32(capacity)) else { return "" }
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

extension ReadingDirection {
  /// The direction in which a language is mostly written: right to left for Arabic or Hebrew, left
  /// to right for a tag that ICU does not know. `language` is a BCP 47 tag. Calls
  /// `uloc_isRightToLeft`.
  public init(ofLanguage language: String) {
    self = unicode_is_right_to_left(localeName(of: language)) ? .rightToLeft : .leftToRight
  }
}

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
