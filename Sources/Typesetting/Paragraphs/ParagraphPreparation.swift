import RectoPageModel

extension Typesetter {
  /// Shapes a paragraph and finds where its lines may end.
  ///
  /// Throws `notInstalled` if there is no font, and `limit` for text longer than ICU accepts.
  func prepare(_ paragraph: Paragraph, isVertical: Bool = false) throws(PageError)
    -> PreparedParagraph
  {
    var paragraph = paragraph
    paragraph.text = try paragraph.text.inItsCases()
    var prepared = PreparedParagraph(paragraph: paragraph)
    let text = paragraph.text
    let levels = try itemizer.levels(of: text.units.span, paragraph.style.direction)
    prepared.isRightToLeft = levels.baseLevel == 1
    prepared.isVertical = isVertical
    prepared.hasOneDirection = levels.isUniform && levels.baseLevel == 0
    let stretches = try itemizer.stretches(of: text, levels: levels, isVertical: isVertical)
    for stretch in stretches {
      try appendItems(of: stretch, to: &prepared, isVertical: isVertical)
    }
    try measure(&prepared)
    var builder = TextFragmentBuilder(self, prepared, isVertical: isVertical)
    return try builder.build()
  }

  private func appendItems(
    of stretch: TextItemizer.Stretch, to prepared: inout PreparedParagraph, isVertical: Bool
  ) throws(PageError) {
    let text = prepared.paragraph.text
    let run = text.runs[stretch.style]
    let fonts = try fonts(for: run.style)
    let shift = fonts.shift
    if let attachment = run.attachment {
      prepared.items.append(
        TextItem(
          range: stretch.range, style: stretch.style, level: stretch.level, script: stretch.script,
          orientation: .horizontal, shift: shift, content: .attachment(attachment, fonts.primary)))
      return
    }
    let parts = try itemizer.fonts(for: stretch, of: text.units.span, fonts)
    for (range, font) in parts {
      let key = ShapingKey(
        font: font.id, script: stretch.script, language: run.style.language,
        direction: stretch.isUpright
          ? .topToBottom : stretch.level & 1 == 1 ? .rightToLeft : .leftToRight,
        features: run.style.fontFeatureSettings,
        letterSpacing: ScaledPoints(run.style.letterSpacing).rawValue)
      prepared.items.append(
        TextItem(
          range: range, style: stretch.style, level: stretch.level, script: stretch.script,
          orientation: stretch.isUpright ? .upright : .horizontal,
          shift: isVertical && !stretch.isUpright ? shift &- font.middle : shift,
          content: .text(words(for: key, font: font))))
    }
  }

  /// The paragraph's own line height and font.
  private func measure(_ prepared: inout PreparedParagraph) throws(PageError) {
    let text = prepared.paragraph.text
    let style = text.runs.first?.style ?? CharacterStyle()
    let font = try fonts(for: style).primary
    prepared.ascent = font.ascent
    prepared.descent = font.descent
    let size = text.runs.reduce(0) { max($0, $1.attachment == nil ? $1.style.fontSize : 0) }
    switch prepared.paragraph.style.lineHeight {
    case .points(let points): prepared.pitch = ScaledPoints(points)
    case .multiple(let factor):
      prepared.pitch = ScaledPoints((size > 0 ? size : style.fontSize) * factor)
    }
    // A line of no height would never fill a frame.
    prepared.pitch = max(prepared.pitch, ScaledPoints(0.5))
  }
}

extension AttributedText {
  /// The text with `textTransform` applied to each run.
  fileprivate func inItsCases() throws(PageError) -> AttributedText {
    guard runs.contains(where: { $0.style.textTransform != .none }) else { return self }
    var result = AttributedText()
    result.places = places
    for run in runs {
      if let attachment = run.attachment {
        result.append(attachment, style: run.style)
      } else {
        let units = try run.style.textTransform.applied(
          to: units[run.range].span, language: run.style.language)
        result.append(String(decoding: units, as: UTF16.self), style: run.style)
      }
    }
    return result
  }
}
