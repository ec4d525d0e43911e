import RectoPageModel

/// Paragraphs one below the other in a box of a given width: a note, a cell, a caption.
struct BlockSetting {
  struct BlockLine {
    var line: Line
    var paragraph: SetParagraph
    /// From the box's top left to where the line begins on its baseline.
    var origin: Point
    /// From the box's top to the beginning and to the end of its row.
    var top: Double
    var bottom: Double
    var isVertical: Bool
    /// The index of its paragraph.
    var index: Int
    var startsParagraph = false
    /// The kind of a marker or of small text along a line; nil for a line of the text itself.
    var ownKind: LaidOutFrame.PlacedLine.Kind?

    /// The line with its origin from a height in the box.
    func placed(
      kind: LaidOutFrame.PlacedLine.Kind, column: Int, below top: Double
    ) -> LaidOutFrame.PlacedLine {
      LaidOutFrame.PlacedLine(
        line: line, paragraph: paragraph, origin: Point(x: origin.x, y: origin.y - top),
        isVertical: isVertical, kind: ownKind ?? kind, startsParagraph: startsParagraph,
        column: column)
    }
  }

  private let paragraphs: [Paragraph]
  private(set) var lines: [BlockLine] = []
  private(set) var height = 0.0
  /// The directions of the paragraphs.
  private var directions: [ParagraphStyle.Direction] = []

  /// Scales pictures in the lines down to `width` and `pictureHeight`.
  ///
  /// Throws `notInstalled` if there is no font, and `limit` for text longer than ICU accepts.
  init(
    _ paragraphs: [Paragraph], width: Double, pictureHeight: Double, typesetter: Typesetter,
    item: Int, start: Int, isVertical: Bool
  ) throws(PageError) {
    self.paragraphs = paragraphs
    var start = start
    for (index, paragraph) in paragraphs.enumerated() {
      let style = paragraph.style
      if index > 0 { height += style.marginTop }
      let room = Size(
        width: max(width - style.marginInlineStart - style.marginInlineEnd, 1),
        height: pictureHeight)
      let prepared = try typesetter.prepare(paragraph, fitting: room, isVertical: isVertical)
      directions.append(prepared.isRightToLeft ? .rtl : .ltr)
      let set = SetParagraph(prepared, item: item, start: start)
      try add(
        prepared, set, number: index, width: width, typesetter: typesetter, isVertical: isVertical)
      if index + 1 < paragraphs.count { height += style.marginBottom }
      start += paragraph.text.units.count
    }
  }

  /// The lines from one on that fit into a height, and the height that they have.
  func lines(from start: Int, fitting room: Double) -> (
    lines: ArraySlice<BlockLine>, height: Double
  ) {
    let top = top(ofLine: start)
    let end = lines[start...].firstIndex { $0.bottom - top > room + 0.01 }
    guard let end else { return (lines[start...], height - top) }
    return (lines[start..<end], end > start ? lines[end - 1].bottom - top : 0)
  }

  /// The top of a line's row; 0 for a box without lines.
  func top(ofLine line: Int) -> Double { line < lines.count ? lines[line].top : 0 }

  /// True if the paragraph of a line is set from right to left.
  func isRightToLeft(atLine line: Int) -> Bool {
    line < lines.count && directions[lines[line].index] == .rtl
  }

  /// The text from a line on.
  func paragraphs(fromLine line: Int) -> [Paragraph] {
    guard line < lines.count else { return [] }
    let first = lines[line]
    var rest = Array(paragraphs[first.index...])
    if !first.startsParagraph {
      var style = first.paragraph.style
      style.textIndent = 0
      // The letters before the line may have decided on it.
      style.direction = directions[first.index]
      rest[0] = Paragraph(
        first.paragraph.text.dropping(first.line.range.lowerBound), style: style)
    }
    return rest
  }

  private mutating func add(
    _ prepared: PreparedParagraph, _ set: SetParagraph, number: Int, width: Double,
    typesetter: Typesetter, isVertical: Bool
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
      let top = height
      height += prepared.extraHeight(in: prepared.range(ofLine: index, of: broken))
      let line = assembly.line(one, width: widths[index], isLast: index == broken.count - 1)
      let isIndented = index == 0 && !prepared.isRightToLeft
      let x = left + (isIndented ? indent : 0) + line.indent.points
      let bottom = height + pitch
      let origin = Point(x: x, y: height + baseline)
      lines.append(
        BlockLine(
          line: line, paragraph: set, origin: origin, top: top, bottom: bottom,
          isVertical: isVertical, index: number, startsParagraph: index == 0))
      for ruby in typesetter.rubies(along: line, of: set, at: origin, isVertical: isVertical) {
        lines.append(
          BlockLine(
            line: ruby.line, paragraph: ruby.set, origin: ruby.origin, top: top,
            bottom: bottom, isVertical: isVertical, index: number, ownKind: .ruby))
      }
      if index == 0,
        let marker = try ListMarker(of: prepared, set, typesetter, isVertical: isVertical)
      {
        lines.append(
          BlockLine(
            line: marker.line, paragraph: marker.set,
            origin: Point(
              x: marker.left(textFrom: left, to: left + room), y: height + baseline),
            top: top, bottom: bottom, isVertical: isVertical, index: number,
            ownKind: .marker))
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
