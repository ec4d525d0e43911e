import RectoPageModel

/// A language that a PDF states, as a BCP 47 tag; nil if it is invalid. Some producers write the
/// name of a locale, such as `en_US`.
func languageTag(_ text: String?) -> String? {
  LanguageTag(text.map { String($0.map { $0 == "_" ? "-" : $0 }) })?.text
}
