import RectoPageModel

/// Paragraphs one below the other in a box of a given width: a note, a cell, a caption.
struct BlockSetting {
  struct BlockLine {
    var line: Line
    var paragraph: SetParagraph
    /// From the box's top left to where the line begins on its baseline.
    var origin: Point
    var isVertical: Bool
    var startsParagraph = false
    var isMarker = false

    func placed(kind: LaidOutFrame.PlacedLine.Kind, column: Int) -> LaidOutFrame.PlacedLine {
      LaidOutFrame.PlacedLine(
        line: line, paragraph: paragraph, origin: origin, isVertical: isVertical,
        kind: isMarker ? .marker : kind, startsParagraph: startsParagraph, column: column)
    }
  }

  private(set) var lines: [BlockLine] = []
  private(set) var height = 0.0
  /// The direction of the first paragraph.
  private(set) var isRightToLeft = false

  /// Scales pictures in the lines down to `width` and `pictureHeight`.
  ///
  /// Throws `notInstalled` if there is no font, and `limit` for text longer than ICU accepts.
  init(
    _ paragraphs: [Paragraph], width: Double, pictureHeight: Double, typesetter: Typesetter,
    item: Int, start: Int, isVertical: Bool
  ) throws(PageError) {
    var start = start
    for (index, paragraph) in paragraphs.enumerated() {
      let style = paragraph.style
      if index > 0 { height += style.marginTop }
      let room = Size(
        width: max(width - style.marginInlineStart - style.marginInlineEnd, 1),
        height: pictureHeight)
      let prepared = try typesetter.prepare(paragraph, fitting: room, isVertical: isVertical)
      if index == 0 { isRightToLeft = prepared.isRightToLeft }
      let set = SetParagraph(prepared, item: item, start: start)
      try add(prepared, set, width: width, typesetter: typesetter, isVertical: isVertical)
      if index + 1 < paragraphs.count { height += style.marginBottom }
      start += paragraph.text.units.count
    }
  }

  private mutating func add(
    _ prepared: PreparedParagraph, _ set: SetParagraph, width: Double, typesetter: Typesetter,
    isVertical: Bool
  ) throws(PageError) {
    let style = prepared.paragraph.style
    let left = (prepared.isRightToLeft ? style.marginInlineEnd : style.marginInlineStart)
    let room = max(width - (style.marginInlineStart + style.marginInlineEnd), 1)
    let fontSize = prepared.paragraph.text.runs.first?.style.fontSize ?? 10
    let indent = min(style.textIndent, max(0, room - fontSize))
    let widths = LineWidths(
      first: indent == 0 ? [] : [ScaledPoints(max(room - indent, 1))], rest: ScaledPoints(room))
    var prepared = prepared
    let broken = typesetter.breaks(of: &prepared, widths: widths).lines
    let pitch = prepared.pitch.points
    let baseline = isVertical ? pitch / 2 : prepared.baselineInPitch
    var assembly = LineAssembly(prepared)
    for (index, one) in broken.enumerated() {
      let extra = prepared.extraHeight(in: prepared.range(ofLine: index, of: broken))
      height += extra
      let line = assembly.line(one, width: widths[index], isLast: index == broken.count - 1)
      let isIndented = index == 0 && !prepared.isRightToLeft
      let x = left + (isIndented ? indent : 0) + line.indent.points
      lines.append(
        BlockLine(
          line: line, paragraph: set, origin: Point(x: x, y: height + baseline),
          isVertical: isVertical, startsParagraph: index == 0))
      if index == 0,
        let marker = try ListMarker(of: prepared, set, typesetter, isVertical: isVertical)
      {
        lines.append(
          BlockLine(
            line: marker.line, paragraph: marker.set,
            origin: Point(
              x: marker.left(textFrom: left, to: left + room), y: height + baseline),
            isVertical: isVertical, isMarker: true))
      }
      height += pitch
    }
  }
}

extension Typesetter {
  /// Prepares a paragraph with its pictures no larger than `room`.
  fileprivate func prepare(
    _ paragraph: Paragraph, fitting room: Size, isVertical: Bool
  ) throws(PageError) -> PreparedParagraph {
    var paragraph = paragraph
    if isVertical { paragraph.text.turnPictures() }
    let prepared = try prepare(paragraph, isVertical: isVertical)
    let least = Size(width: room.width, height: prepared.pictureHeight(inLineOf: room.height))
    guard paragraph.text.fitPictures(in: 0..<paragraph.text.units.count, into: least) else {
      return prepared
    }
    return try prepare(paragraph, isVertical: isVertical)
  }
}
