import RectoJSON
import RectoPageModel
import RectoPluginKit

/// Texts in one language, in the form of the Presentation API: `{"en":["Quay"]}`, and `none` for an
/// unknown language (3.0, 4.1).
struct LanguageMap: JSONRepresentable, Sendable {
  private let language: String
  private let texts: [String]

  /// Texts of a publication: made fit for one line, and not too long.
  init(_ texts: [String], language: String? = nil) {
    self.language = LanguageTag(language)?.text ?? "none"
    self.texts = texts.map { DisplayText($0, maximumCount: 1_000).text }
  }

  init(_ text: String, language: String? = nil) {
    self.init([text], language: language)
  }

  /// A text of this program.
  static func english(_ text: String) -> LanguageMap { LanguageMap(text, language: "en") }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key(language)
      json.array(texts) { $0.value($1) }
    }
  }
}
