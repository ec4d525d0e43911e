import RectoPageModel
import RectoTypesetting

extension ReaderStyle {
  /// Styles whose typeface and spaces mean something.
  private static let code = "code-block"
  /// Running text, whose lines and ends of lines are the reader's: other blocks, such as headings and
  /// tables, keep theirs.
  private static let text: Set<String> = ["paragraph", "note"]

  /// Changes the style of a block to the reader's. `chain` has the names that made it.
  func apply(to style: inout ResolvedStyle, chain: [String]) {
    guard !chain.contains(Self.code) else { return }
    let size = style.character.fontSize
    if let typeface { style.character.fontFamily = typeface.families }
    if let wordSpacing { style.character.wordSpacing = wordSpacing * size }
    if let letterSpacing { style.character.letterSpacing = letterSpacing * size }
    guard !Self.text.isDisjoint(with: chain) else { return }
    if let lineSpacing { style.paragraph.lineHeight = .multiple(lineSpacing) }
    if let isHyphenated { style.paragraph.hyphens = isHyphenated ? .auto : .none }
    if let isJustified, [.start, .justify].contains(style.paragraph.textAlign) {
      style.paragraph.textAlign = isJustified ? .justify : .start
    }
  }
}
