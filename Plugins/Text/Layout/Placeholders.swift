/// A text with places for what only the page knows, such as `{page}`.
struct Placeholders: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case text(String)
    case field(Field)
  }

  enum Field: String, Sendable, Hashable, CaseIterable {
    /// The page's label.
    case page
    /// The number of pages.
    case pages
    case title
    case author
    case date
    /// The section, or else the last heading up to this page.
    case section
  }

  let parts: [Part]

  /// Braces around anything else are text.
  init(_ text: String) {
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      plain += rest[..<brace]
      rest = rest[rest.index(after: brace)...]
      if let end = rest.firstIndex(of: "}"), let field = Field(rawValue: String(rest[..<end])) {
        if !plain.isEmpty { parts.append(.text(plain)) }
        plain = ""
        parts.append(.field(field))
        rest = rest[rest.index(after: end)...]
      } else {
        plain += "{"
      }
    }
    plain += rest
    if !plain.isEmpty { parts.append(.text(plain)) }
    self.parts = parts
  }

  /// The text with every field filled in; nothing stands for one that `value` does not know.
  func filled(_ value: (Field) -> String?) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): value(field) ?? ""
      }
    }.joined()
  }
}
