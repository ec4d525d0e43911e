import RectoPageModel

/// The first letters of a paragraph, set so large that they reach down several lines.
struct InitialLetter {
  let lines: Int
  /// The number of lines that make room for it: more than `lines` if it reaches down into the
  /// capitals of later lines, as Q does.
  let rows: Int
  /// The length of its letters and the spaces after them, in code units.
  let length: Int
  /// The paragraph without them.
  let rest: Paragraph
  let prepared: PreparedParagraph
  let line: Line?
  /// With the gap behind them, in points.
  let width: Double

  /// The maximum height of an initial letter in lines.
  private static let maximumLines = 20

  /// Nil if the paragraph has none.
  init?(_ paragraph: Paragraph, _ typesetter: Typesetter) throws(PageError) {
    guard let wish = paragraph.style.initialLetter, wish.lines > 1, wish.count > 0,
      let first = paragraph.text.runs.first
    else { return nil }
    let letters = paragraph.text.initial(wish.count)
    guard !letters.isEmpty, letters.utf16.count < paragraph.text.units.count else { return nil }
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
    let text = letters + String(repeating: " ", count: spaces)
    prepared = try typesetter.prepare(Paragraph(AttributedText(text, style: style), style: alone))
    line = typesetter.singleLine(of: prepared).map { $0.withSpace(at: letters.utf16.count) }
    width = (line?.width.points ?? 0) + wish.gap
    let depth = line?.inkDepth ?? 0
    let reached = Int(((depth + body.capHeight.points) / max(pitch, 0.01)).rounded(.up))
    rows = lines + max(0, reached - 1)
  }
}

extension Line {
  /// The distance from the baseline down to the lowest ink, in points.
  fileprivate var inkDepth: Double {
    let depths = runs.lazy.flatMap { run in
      run.glyphs.lazy.map { -($0.y &+ run.font.ink(of: $0.id).bottom) }
    }
    return ScaledPoints(rawValue: depths.max() ?? 0).points
  }

  /// The line with the glyph of the space at the end of its text, which a PDF needs so that its words are
  /// apart; its width stays. `position` is the space's in the text.
  fileprivate func withSpace(at position: Int) -> Line {
    guard range.contains(position) else { return self }
    let isRightToLeft = runs.first?.isRightToLeft ?? false
    guard let index = isRightToLeft ? runs.indices.first : runs.indices.last,
      let id = runs[index].font.glyph(of: 0x20)
    else { return self }
    var line = self
    let advance = runs[index].font.advance(of: id)
    let x = isRightToLeft ? -advance : width.rawValue
    let space = Glyph(id: id, cluster: Int32(clamping: position), x: x, y: 0, advance: advance)
    var run = runs[index]
    run.glyphs.insert(space, at: isRightToLeft ? 0 : run.glyphs.count)
    run.range = run.range.lowerBound..<max(run.range.upperBound, position + 1)
    run.width += ScaledPoints(rawValue: advance)
    if isRightToLeft { run.x -= ScaledPoints(rawValue: advance) }
    line.runs[index] = run
    return line
  }
}

extension AttributedText {
  /// The first letters, with the punctuation before and directly after them, as `::first-letter` of
  /// CSS has it; empty if there is something else at the beginning.
  fileprivate func initial(_ count: Int) -> String {
    let end = runs.first { $0.attachment != nil }?.range.lowerBound ?? units.count
    let text = String(decoding: units[..<min(end, Self.longestInitial)], as: UTF16.self)
    let letters = text.drop(while: \.isPunctuation).prefix(count)
    guard !letters.isEmpty else { return "" }
    let after = text[letters.endIndex...].prefix { $0.isPunctuation && !$0.opensText }
    return String(text[..<after.endIndex])
  }

  private static let longestInitial = 1_000

  /// The text without its first code units.
  func dropping(_ count: Int) -> AttributedText {
    var result = AttributedText()
    result.places = places.map { Place(name: $0.name, position: max(0, $0.position - count)) }
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

extension Character {
  /// True for an opening bracket, and for a dash, which belong to the text after them.
  fileprivate var opensText: Bool {
    switch unicodeScalars.first?.properties.generalCategory {
    case .openPunctuation, .dashPunctuation: true
    default: false
    }
  }
}
