import RectoPageModel

/// The first letters of a paragraph, set so large that they reach down several lines.
struct InitialLetter {
  let lines: Int
  /// The length of its letters and the spaces after them, in code units.
  let length: Int
  /// The paragraph without them.
  let rest: Paragraph
  let prepared: PreparedParagraph
  let line: Line?
  /// With the gap behind them, in points.
  let width: Double

  /// No letter is larger: a page has no more lines.
  private static let maximumLines = 20

  /// Nil if the paragraph has none.
  init?(_ paragraph: Paragraph, _ typesetter: Typesetter) throws(PageError) {
    guard let wish = paragraph.style.initialLetter, wish.lines > 1, wish.count > 0,
      let first = paragraph.text.runs.first, first.attachment == nil
    else { return nil }
    let text = String(decoding: paragraph.text.units[first.range], as: UTF16.self)
    let letters = String(text.prefix(wish.count))
    guard !letters.isEmpty, letters != text || paragraph.text.runs.count > 1 else { return nil }
    lines = min(wish.lines, Self.maximumLines)
    var rest = paragraph
    // A word of one letter: the space behind it is a part of the gap.
    let spaces = paragraph.text.units.dropFirst(letters.utf16.count).prefix { $0 == 0x20 }.count
    length = letters.utf16.count + spaces
    rest.text = paragraph.text.dropping(length)
    rest.style.textIndent = 0
    self.rest = rest

    var style = wish.style ?? first.style
    let body = try typesetter.fonts(for: first.style).primary
    let pitch = try typesetter.prepare(
      Paragraph(AttributedText("x", style: first.style), style: paragraph.style)
    ).pitch.points
    // From the first line's capitals down to the last line's baseline.
    let height = Double(lines - 1) * pitch + body.capHeight.points
    style.fontSize = 100
    let sample = try typesetter.fonts(for: style).primary
    style.fontSize = 100 * height / max(sample.capHeight.points, 1)
    var alone = ParagraphStyle()
    alone.direction = paragraph.style.direction
    prepared = try typesetter.prepare(
      Paragraph(AttributedText(letters, style: style), style: alone))
    line = typesetter.singleLine(of: prepared)
    width = (line?.width.points ?? 0) + wish.gap
  }
}

extension AttributedText {
  /// The text without its first code units.
  func dropping(_ count: Int) -> AttributedText {
    var result = AttributedText()
    for run in runs where run.range.upperBound > count {
      let range = max(run.range.lowerBound, count)..<run.range.upperBound
      if let attachment = run.attachment {
        result.append(attachment, style: run.style)
      } else {
        result.append(String(decoding: units[range], as: UTF16.self), style: run.style)
      }
    }
    return result
  }
}
