import RectoPageModel

/// The marker before a paragraph's first line: a bullet or a number.
struct ListMarker {
  let line: Line
  let set: SetParagraph
  /// Between it and the text, in points.
  private let gap: Double
  private let isRightToLeft: Bool

  /// Nil if the paragraph has none.
  init?(
    of body: PreparedParagraph, _ set: SetParagraph, _ typesetter: Typesetter, isVertical: Bool
  ) throws(PageError) {
    guard let text = body.paragraph.marker else { return nil }
    var style = ParagraphStyle()
    style.direction = body.isRightToLeft ? .rtl : .ltr
    let prepared = try typesetter.prepare(Paragraph(text, style: style), isVertical: isVertical)
    guard let line = typesetter.singleLine(of: prepared) else { return nil }
    self.line = line
    self.set = SetParagraph(prepared, item: set.item, start: set.start)
    gap = (text.runs.first?.style.fontSize ?? 10) * 0.4
    isRightToLeft = body.isRightToLeft
  }

  /// The left edge of the marker, for text between these edges.
  func left(textFrom left: Double, to right: Double) -> Double {
    isRightToLeft ? right + gap : left - gap - line.width.points
  }
}
