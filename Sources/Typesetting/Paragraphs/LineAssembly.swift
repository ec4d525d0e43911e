import RectoPageModel

/// Puts the pieces of one line in their places.
struct LineAssembly {
  let prepared: PreparedParagraph
  /// Reused from line to line.
  private var parts: [Part] = []

  /// The maximum number of leaders between two words: narrower ones are invisible.
  private static let mostLeaders = 10_000

  /// A piece, or a part of one, as it stands in the line.
  private struct Part {
    var piece: TextFragment
    var level: UInt8
    var width: Int32
    /// Glyphs that differ from the whole word's, where the piece is cut or has a hyphen.
    var glyphs: [ShapedGlyph]?
    /// The range of the word: all of it, or a part if cutting there changes no glyph.
    var slice: Range<Int>
    /// True if it has received all that justification may add to it.
    var isDone = false
    /// The offset of the first glyph's cluster, in code units of the paragraph.
    var origin: Int32
  }

  init(_ prepared: PreparedParagraph) { self.prepared = prepared }

  /// Sets the line of `broken` to `width`.
  mutating func line(_ broken: BrokenLine, width: ScaledPoints, isLast: Bool) -> Line {
    let range = textRange(of: broken)
    let addsHyphen =
      broken.breakItem < prepared.breakPositions.count
      && prepared.breakPositions[broken.breakItem].addsHyphen
    collect(range, from: broken, addsHyphen: addsHyphen)
    let alignment = alignment(isLast: isLast || endsAtLineEnd(broken))
    let hangs = hangs(range, addsHyphen: addsHyphen)
    let space = Int(width.rawValue) + hangs.start + hangs.end
    // The last line of a justified paragraph may fit only with narrower spaces.
    let isNarrowed = prepared.paragraph.style.textAlign == .justify && natural > space
    if alignment == .justify || isNarrowed { justify(to: space) }
    if !prepared.hasOneDirection { parts.reorder { $0.level } }
    var line = make(range, width: space, alignment, addsHyphen)
    let left = prepared.isRightToLeft ? hangs.end : hangs.start
    line.indent -= ScaledPoints(rawValue: Int32(clamping: left))
    return line
  }

  private func textRange(of broken: BrokenLine) -> Range<Int> {
    let units = prepared.paragraph.text.units.count
    let breakPositions = prepared.breakPositions
    let start = broken.items.isEmpty ? broken.breakItem : broken.items.lowerBound
    let first = start < breakPositions.count ? Int(breakPositions[start].start) : units
    let end =
      broken.breakItem < breakPositions.count ? Int(breakPositions[broken.breakItem].start) : units
    return first..<max(first, end)
  }

  private func endsAtLineEnd(_ broken: BrokenLine) -> Bool {
    guard broken.breakItem < prepared.breakPositions.count else { return true }
    return prepared.pieces[Int(prepared.breakPositions[broken.breakItem].piece)].kind == .lineEnd
  }

  // MARK: Pieces

  private mutating func collect(_ range: Range<Int>, from broken: BrokenLine, addsHyphen: Bool) {
    parts.removeAll(keepingCapacity: true)
    guard !broken.items.isEmpty else { return }
    var index = Int(prepared.breakPositions[broken.items.lowerBound].piece)
    while index < prepared.pieces.count, Int(prepared.pieces[index].start) < range.upperBound {
      let piece = prepared.pieces[index]
      if Int(piece.end) > range.lowerBound, piece.kind != .lineEnd {
        parts.append(part(piece, index, range, addsHyphen: addsHyphen))
      }
      index += 1
    }
    while let last = parts.last, last.piece.kind == .space { parts.removeLast() }
  }

  /// The distances by which the line's first and last character hang out of it.
  private func hangs(_ range: Range<Int>, addsHyphen: Bool) -> (start: Int, end: Int) {
    guard let first = parts.first?.piece, let last = parts.last?.piece else { return (0, 0) }
    let start = prepared.hang(atStart: max(Int(first.start), range.lowerBound), of: first)
    let end =
      addsHyphen
      ? prepared.hangOfHyphen(after: last)
      : prepared.hang(atEnd: min(Int(last.end), range.upperBound), of: last)
    return (Int(start), Int(end))
  }

  private func part(
    _ piece: TextFragment, _ index: Int, _ range: Range<Int>, addsHyphen: Bool
  ) -> Part {
    let item = prepared.items[Int(piece.item)]
    var part = Part(
      piece: piece, level: item.level, width: piece.width, slice: 0..<0, origin: piece.start)
    guard case .text(let words) = item.content else { return part }
    if piece.kind == .tab { part.glyphs = leader(of: piece, index, words) }
    guard piece.kind == .word else { return part }
    let word = words.words[Int(piece.word)]
    part.slice = word.glyphs
    let start = max(Int(piece.start), range.lowerBound)
    let end = min(Int(piece.end), range.upperBound)
    let takesHyphen = addsHyphen && end == range.upperBound
    if start > piece.start || end < piece.end || takesHyphen {
      cut(&part, start..<end, words, takesHyphen)
    }
    return part
  }

  /// The characters that fill a tab, against its end so that those of several lines stand below
  /// one another; nil for a tab without any.
  private func leader(
    of piece: TextFragment, _ index: Int, _ words: ShapedWords
  ) -> [ShapedGlyph]? {
    guard let leader = prepared.leaders[Int32(index)],
      let space = prepared.items[Int(piece.item)].font.glyph(of: 0x20)
    else { return nil }
    var shaped: [ShapedGlyph] = []
    let width = Array(leader.utf16).withUnsafeBufferPointer {
      words.shaper.shape($0, into: &shaped)
    }
    guard width > 0, piece.width > width, piece.width / width <= Self.mostLeaders else {
      return nil
    }
    for index in shaped.indices { shaped[index].cluster = 0 }
    let count = Int(piece.width / width)
    let rest = ShapedGlyph(
      glyph: space, cluster: 0, advance: piece.width % width, xOffset: 0, yOffset: 0,
      isUnsafeToBreak: false)
    return [rest] + (0..<count).flatMap { _ in shaped }
  }

  private func cut(
    _ part: inout Part, _ range: Range<Int>, _ words: ShapedWords, _ takesHyphen: Bool
  ) {
    var units = Array(prepared.paragraph.text.units[range])
    if takesHyphen { units.append(words.hyphen) }
    var glyphs: [ShapedGlyph] = []
    part.width = units.withUnsafeBufferPointer { words.shaper.shape($0, into: &glyphs) }
    part.glyphs = glyphs
    part.origin = Int32(range.lowerBound)
  }

  // MARK: White space

  private func alignment(isLast: Bool) -> ParagraphStyle.Alignment {
    let style = prepared.paragraph.style
    guard isLast, style.textAlign == .justify else { return style.textAlign }
    return style.textAlignLast
  }

  /// Widens or narrows what gives way, until the line is `width` long or nothing gives any more.
  private mutating func justify(to width: Int) {
    var gap = width - natural
    let isWidened = gap > 0
    func own(_ part: Part) -> Int { Int(isWidened ? part.piece.stretch : part.piece.shrink) }
    var give = parts.reduce(0) { $0 + own($1) }
    guard give > 0, gap != 0 else { return }
    // Spaces are never narrowed beyond their shrink; a line that is too long stays so.
    if !isWidened { gap = max(gap, -give) }
    // Letters are never spaced beyond their limit; spaces take the rest.
    if gap > give { (gap, give) = widenLetters(gap, give) }
    guard give > 0 else { return }
    var given = 0
    var spread = 0
    for index in parts.indices where !parts[index].isDone {
      let own = own(parts[index])
      guard own > 0 else { continue }
      given += own
      // Rounding of the whole so far, so that the last piece ends where it should.
      let upToHere = gap * given / give
      widen(index, by: upToHere - spread)
      spread = upToHere
    }
  }

  /// Spaces letters; returns what remains of `gap` and `give`.
  private mutating func widenLetters(_ gap: Int, _ give: Int) -> (gap: Int, give: Int) {
    var (gap, give) = (gap, give)
    for index in parts.indices where parts[index].piece.givesInside {
      let own = Int(parts[index].piece.stretch)
      widen(index, by: own)
      parts[index].isDone = true
      gap -= own
      give -= own
    }
    return (gap, give)
  }

  private mutating func widen(_ index: Int, by amount: Int) {
    let amount = Int32(truncatingIfNeeded: amount)
    parts[index].width &+= amount
    guard parts[index].piece.givesInside, amount != 0,
      case .text(let words) = prepared.items[Int(parts[index].piece.item)].content
    else { return }
    var glyphs = parts[index].glyphs ?? Array(words.glyphs[parts[index].slice])
    LetterSpacing.spread(amount, over: &glyphs)
    parts[index].glyphs = glyphs
  }

  private var natural: Int { parts.reduce(0) { $0 + Int($1.width) } }

  // MARK: Glyphs

  private func make(
    _ range: Range<Int>, width: Int, _ alignment: ParagraphStyle.Alignment, _ addsHyphen: Bool
  ) -> Line {
    let used = natural
    var line = Line(
      range: range, runs: [], width: ScaledPoints(rawValue: Int32(clamping: used)),
      ascent: prepared.ascent, descent: prepared.descent,
      indent: ScaledPoints(rawValue: Int32(clamping: indent(alignment, max(0, width - used)))),
      endsInHyphen: addsHyphen,
      excess: ScaledPoints(rawValue: Int32(clamping: max(0, used - width))))
    var x: Int32 = 0
    for part in parts {
      append(part, at: x, to: &line)
      x = x &+ part.width
    }
    return line
  }

  private func indent(_ alignment: ParagraphStyle.Alignment, _ gap: Int) -> Int {
    switch alignment {
    case .left: 0
    case .right: gap
    case .center: gap / 2
    case .start: prepared.isRightToLeft ? gap : 0
    case .end: prepared.isRightToLeft ? 0 : gap
    case .justify: 0
    }
  }

  private func append(_ part: Part, at x: Int32, to line: inout Line) {
    let item = prepared.items[Int(part.piece.item)]
    let range = Int(part.piece.start)..<Int(part.piece.end)
    let isContinued = line.runs.last.map {
      $0.style == item.style && $0.level == item.level && $0.font === item.font
        && $0.orientation == item.orientation
    }
    if isContinued != true {
      line.runs.append(
        GlyphRun(
          font: item.font, style: item.style, range: range, level: item.level,
          orientation: item.orientation, x: ScaledPoints(rawValue: x), width: .zero, glyphs: []))
      line.ascent = max(line.ascent, item.font.ascent)
      line.descent = max(line.descent, item.font.descent)
    }
    let last = line.runs.count - 1
    let known = line.runs[last].range
    line.runs[last].range =
      min(known.lowerBound, range.lowerBound)..<max(known.upperBound, range.upperBound)
    line.runs[last].width += ScaledPoints(rawValue: part.width)
    place(part, item, at: x, in: &line.runs[last].glyphs)
    if case .attachment(let attachment, _) = item.content {
      line.ascent = max(line.ascent, ScaledPoints(attachment.ascent))
      line.descent = max(line.descent, ScaledPoints(attachment.descent))
    }
  }

  private func place(
    _ part: Part, _ item: TextItem, at start: Int32, in glyphs: inout [Glyph]
  ) {
    guard case .text(let words) = item.content, part.piece.kind == .word || part.glyphs != nil
    else {
      let space = part.piece.kind == .space ? item.font.glyph(of: 0x20) : nil
      if let space {
        glyphs.append(
          Glyph(id: space, cluster: part.piece.start, x: start, y: item.shift, advance: part.width))
      }
      return
    }
    func add(_ shaped: UnsafeBufferPointer<ShapedGlyph>) {
      var x = start &+ part.piece.lead
      let isUpright = item.orientation == .upright
      for glyph in shaped {
        glyphs.append(
          Glyph(
            id: glyph.glyph, cluster: part.origin &+ glyph.cluster,
            x: isUpright ? x &- glyph.yOffset : x &+ glyph.xOffset,
            y: (isUpright ? glyph.xOffset : glyph.yOffset) &+ item.shift,
            advance: glyph.advance))
        x = x &+ glyph.advance
      }
      // Space after the last glyph and before the first belongs to it.
      guard !shaped.isEmpty else { return }
      glyphs[glyphs.count - 1].advance &+= start &+ part.width &- x &+ part.piece.lead
    }
    if let own = part.glyphs {
      own.withUnsafeBufferPointer(add)
    } else {
      words.glyphs.withUnsafeBufferPointer { add(UnsafeBufferPointer(rebasing: $0[part.slice])) }
    }
  }
}
