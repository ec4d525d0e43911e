import RectoPageModel

extension Typesetter {
  /// The small text along text of this style, in one line; nil if it has none.
  func ruby(
    along style: CharacterStyle, isVertical: Bool
  ) -> (prepared: PreparedParagraph, line: Line)? {
    guard let ruby = style.ruby, !ruby.isEmpty else { return nil }
    var small = style
    small.ruby = nil
    small.fontSize = style.fontSize / 2
    small.letterSpacing = 0
    let text = Paragraph(AttributedText(ruby, style: small), style: ParagraphStyle())
    guard let prepared = try? prepare(text, isVertical: isVertical),
      let line = singleLine(of: prepared)
    else { return nil }
    return (prepared, line)
  }

  /// The small texts along runs of a line, in the middle above each, with their beginnings in the
  /// coordinates of horizontal text in which `origin` is the line's.
  func rubies(
    along line: Line, of set: SetParagraph, at origin: Point, isVertical: Bool
  ) -> [(line: Line, set: SetParagraph, origin: Point)] {
    line.runs.compactMap { run in
      let style = set.text.runs[run.style].style
      guard let (prepared, ruby) = ruby(along: style, isVertical: isVertical) else { return nil }
      let x = origin.x + run.x.points + (run.width.points - ruby.width.points) / 2
      let y =
        isVertical
        ? origin.y - style.fontSize * 0.75
        : origin.y - run.font.ascent.points * 0.88 - ruby.descent.points
      return (
        ruby, SetParagraph(prepared, item: set.item, start: set.start), Point(x: x, y: y)
      )
    }
  }

  /// A prepared paragraph in one line, however long.
  func singleLine(of prepared: PreparedParagraph) -> Line? {
    var prepared = prepared
    prepared.paragraph.style.textAlign = .left
    let width = ScaledPoints(16_000.0)
    guard let broken = breaks(of: &prepared, widths: LineWidths(rest: width)).lines.first else {
      return nil
    }
    var assembly = LineAssembly(prepared)
    return assembly.line(broken, width: width, isLast: true)
  }

  /// Spreads words that are narrower than the small text along them, so that it has room.
  func makeRoomForRuby(in prepared: inout PreparedParagraph, isVertical: Bool) {
    let runs = prepared.paragraph.text.runs
    guard runs.contains(where: { $0.style.ruby != nil }) else { return }
    var index = 0
    while index < prepared.pieces.count {
      let style = prepared.items[Int(prepared.pieces[index].item)].style
      var end = index + 1
      while end < prepared.pieces.count,
        prepared.items[Int(prepared.pieces[end].item)].style == style
      { end += 1 }
      if let ruby = ruby(along: runs[style].style, isVertical: isVertical) {
        spread(&prepared.pieces[index..<end], over: ruby.line.width.rawValue)
      }
      index = end
    }
  }

  private func spread(_ pieces: inout ArraySlice<TextFragment>, over width: Int32) {
    let words = pieces.indices.filter { pieces[$0].kind == .word }
    let own = pieces.reduce(Int32(0)) { $0 &+ $1.width }
    guard !words.isEmpty, width > own else { return }
    let share = (width &- own) / Int32(clamping: words.count)
    for index in words {
      pieces[index].width &+= share
      pieces[index].lead = share / 2
    }
  }
}
