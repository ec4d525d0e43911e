import RectoTypesetting

/// Makes paragraphs of plain text.
///
/// An empty line or U+2029 ends a paragraph, and a form feed begins a page. Other line ends inside
/// one are spaces, as in text that was wrapped at a fixed width; a line tab or U+2028 is a line
/// break.
struct PlainTextReader {
  let styles: StyleSheet

  func read(_ text: String) -> Story {
    var builder = Builder(styles: styles)
    for scalar in text.unicodeScalars { builder.take(scalar) }
    builder.endParagraph()
    return Story(items: builder.items)
  }

  private struct Builder {
    private let first: ResolvedStyle
    private let following: ResolvedStyle
    private(set) var items: [Story.Item] = []
    private var paragraph = String.UnicodeScalarView()
    /// Line ends since the last letter.
    private var lineEnds = 0
    private var isAfterReturn = false
    private var beginsPage = false

    init(styles: StyleSheet) {
      first = styles.block("first-paragraph")
      following = styles.block("paragraph")
    }

    mutating func take(_ scalar: UnicodeScalar) {
      let isFeedOfReturn = scalar == "\n" && isAfterReturn
      isAfterReturn = scalar == "\r"
      switch scalar {
      case "\n" where isFeedOfReturn: break
      case "\n", "\r", "\u{85}": lineEnds += 1
      case "\u{C}":
        endParagraph()
        beginsPage = true
      case "\u{2029}": endParagraph()
      case "\u{B}", "\u{2028}": append("\u{2028}")
      case " ", "\t":
        // Space at a line's start is the plain text's own layout.
        if lineEnds == 0, !paragraph.isEmpty { paragraph.append(scalar) }
      default: append(scalar)
      }
    }

    private mutating func append(_ scalar: UnicodeScalar) {
      if lineEnds > 1 { endParagraph() }
      if lineEnds == 1, !paragraph.isEmpty { paragraph.append(" ") }
      lineEnds = 0
      paragraph.append(scalar)
    }

    mutating func endParagraph() {
      defer {
        paragraph = String.UnicodeScalarView()
        lineEnds = 0
      }
      while paragraph.last == " " { paragraph.removeLast() }
      guard !paragraph.isEmpty else { return }
      var style = items.isEmpty ? first : following
      if beginsPage { style.paragraph.breakBefore = .page }
      beginsPage = false
      items.append(
        .paragraph(
          Paragraph(
            AttributedText(String(paragraph), style: style.character), style: style.paragraph)))
    }
  }
}
