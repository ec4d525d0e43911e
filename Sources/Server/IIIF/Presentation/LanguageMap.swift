import PageModel
import PluginKit

/// Texts in one language, as the Presentation API has them: `{"en":["Quay"]}`, and `none` for what
/// nobody knows the language of (3.0, 4.1).
struct LanguageMap: JSONRepresentable, Sendable {
  private let language: String
  private let texts: [String]

  /// Texts of a publication: made fit for one line, and not too long.
  init(_ texts: [String], language: String? = nil) {
    self.language = LanguageTag(language)?.text ?? "none"
    self.texts = texts.map { Sentence($0, maximumCount: 1_000).text }
  }

  init(_ text: String, language: String? = nil) {
    self.init([text], language: language)
  }

  /// What this program says.
  static func english(_ text: String) -> LanguageMap { LanguageMap(text, language: "en") }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key(language)
      json.array(texts) { $0.value($1) }
    }
  }
}
