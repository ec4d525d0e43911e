/// A text in Markdown with places for what only the page knows, such as `{page}`. The values that
/// stand there are text, not Markdown.
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

  /// The Markdown, with a character for each field that Markdown takes for a letter.
  var markdown: String {
    parts.map { part in
      switch part {
      case .text(let text): text.filter { !Self.marks.contains($0) }
      case .field(let field): String(field.mark)
      }
    }.joined()
  }

  private static let marks = Set(Field.allCases.map(\.mark))
}

extension Placeholders.Field {
  /// A noncharacter, which no text has.
  fileprivate var mark: Character {
    let index = Self.allCases.firstIndex(of: self) ?? 0
    return Character(Unicode.Scalar(UInt16(0xFDD0 + index)) ?? "\u{FFFD}")
  }

  /// The code unit that stands for it in text that is read of the Markdown.
  var unit: UInt16 { mark.utf16.first ?? 0 }
}
