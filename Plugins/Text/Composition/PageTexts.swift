import RectoPageModel
import RectoTypesetting

/// The texts of pages' own, such as running heads, each read once for all pages that show it with the
/// same addresses.
///
/// Belongs to one thread.
final class PageTexts {
  /// A text as it is read, with marks for its placeholders.
  struct Text {
    var story: ReadStory
    var styles: StyleSheet
  }

  private struct Key: Hashable {
    var text: String
    var styleName: String?
    /// The values outside of the text.
    var values: [Placeholders.Field: String] = [:]
  }

  private unowned let composition: Composition
  private let findings: Findings
  /// The layout's file, for messages.
  private let name: String
  private var texts = BoundedCache<Key, Text>(capacity: 256)
  /// The fields outside of the text, by the key without values.
  private var fields: [Key: Set<Placeholders.Field>] = [:]

  init(_ composition: Composition, findings: Findings, name: String) {
    self.composition = composition
    self.findings = findings
    self.name = name
  }

  /// `value` gives the values of the page.
  ///
  /// Throws what `StoryReader` throws.
  func text(
    of box: TextBox, _ value: @escaping (Placeholders.Field) -> String?
  ) throws(PageError) -> Text {
    let plain = Key(text: box.text, styleName: box.styleName)
    var key = plain
    let values = PlaceholderValues(value)
    if let fields = fields[plain] {
      key.values = values.of(fields)
      if let known = texts[key] { return known }
    }
    let styles = styles(box.styleName)
    let library = composition.pictures
    let reader = StoryReader(
      styles: styles, findings: findings, pictureSize: { library.size(of: $0) }, values: values)
    let story = try reader.read(
      markdown: Placeholders(box.text).markdown, name: "\(name): \(quoted(box.text))")
    composition.addPictures(of: story)
    let text = Text(story: story, styles: styles)
    fields[plain] = values.used
    key.values = values.of(values.used)
    texts[key] = text
    return text
  }

  /// The layout's styles with plain paragraphs in the style of a name.
  private func styles(_ name: String?) -> StyleSheet {
    var styles = composition.layout.styles
    guard let name, name != "paragraph" else { return styles }
    // A style that extends nothing stands on the one below all others.
    if styles[name]?.extends == nil, name != "body" {
      styles.replace(
        name, with: NamedStyle(extends: "body", styles[name]?.declarations ?? []))
    }
    for target in ["paragraph", "first-paragraph"] {
      styles.replace(target, with: NamedStyle(extends: name))
    }
    return styles
  }
}

extension ReadStory {
  /// The story with the values of placeholders in the place of their marks; paragraphs that are
  /// then empty are left out.
  func filled(_ value: (Placeholders.Field) -> String?) -> Story {
    var values: [UInt16: String] = [:]
    for field in Placeholders.Field.allCases where story.mentions(field) {
      values[field.unit] = value(field) ?? ""
    }
    guard !values.isEmpty else { return story }
    var filled = story
    filled.items = story.items.compactMap { $0.replacing(values) }
    filled.notes = story.notes.mapValues { $0.map { $0.replacing(values) } }
    return filled
  }
}

extension Story {
  fileprivate func mentions(_ field: Placeholders.Field) -> Bool {
    (items.flatMap(\.paragraphs) + notes.values.joined()).contains { paragraph in
      paragraph.text.units.contains(field.unit)
    }
  }
}

extension Story.Item {
  /// Nil for a paragraph of which nothing remains.
  fileprivate func replacing(_ values: [UInt16: String]) -> Story.Item? {
    switch self {
    case .paragraph(let paragraph):
      let filled = paragraph.replacing(values)
      return filled.text.isEmpty ? nil : .paragraph(filled)
    case .table(var table):
      for row in table.rows.indices {
        for cell in table.rows[row].indices {
          let paragraphs = table.rows[row][cell].paragraphs
          table.rows[row][cell].paragraphs = paragraphs.map { $0.replacing(values) }
        }
      }
      return .table(table)
    case .picture(var picture):
      picture.caption = picture.caption.map { $0.replacing(values) }
      return .picture(picture)
    case .rule: return self
    }
  }
}

extension Paragraph {
  fileprivate func replacing(_ values: [UInt16: String]) -> Paragraph {
    var paragraph = self
    paragraph.text = text.replacing(values)
    return paragraph
  }
}
