import PageModel

/// A language that a PDF states, as BCP 47 has it; nil for what is none. Some makers write the name
/// of a locale, such as `en_US`.
func languageTag(_ text: String?) -> String? {
  LanguageTag(text.map { String($0.map { $0 == "_" ? "-" : $0 }) })?.text
}
