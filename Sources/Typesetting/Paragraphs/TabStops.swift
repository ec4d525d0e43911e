/// The positions that tabs lead to, counted from the start of a line that begins after a line end
/// of the text, as if no automatic break came before it.
struct TabStops {
  private let stops: [ParagraphStyle.TabStop]
  /// The distance in points between tab stops if the style names none: half an inch.
  private static let standardStep = 36.0

  init(_ style: ParagraphStyle) {
    stops = style.tabStops.sorted { $0.position < $1.position }
  }

  /// Gives each tab of a paragraph its width.
  func resolve(_ prepared: inout PreparedParagraph) {
    guard prepared.pieces.contains(where: { $0.kind == .tab }) else { return }
    var x = ScaledPoints(prepared.paragraph.style.textIndent).rawValue
    for index in prepared.pieces.indices {
      switch prepared.pieces[index].kind {
      case .lineEnd: x = 0
      case .tab:
        let stop = stop(after: x)
        let text = textAfterTab(prepared, index, stop.alignment)
        let width = max(0, ScaledPoints(stop.position).rawValue &- text &- x)
        prepared.pieces[index].width = width
        if !stop.leader.isEmpty { prepared.leaders[Int32(index)] = stop.leader }
        x = x &+ width
      default: x = x &+ prepared.pieces[index].width
      }
    }
  }

  private func stop(after x: Int32) -> ParagraphStyle.TabStop {
    if let stop = stops.first(where: { ScaledPoints($0.position).rawValue > x }) {
      return stop
    }
    let step = Self.standardStep
    let here = ScaledPoints(rawValue: x).points
    return ParagraphStyle.TabStop(position: ((here / step).rounded(.down) + 1) * step)
  }

  /// The width of the text after a tab that lies before its stop.
  private func textAfterTab(
    _ prepared: PreparedParagraph, _ tab: Int, _ alignment: ParagraphStyle.TabStop.Alignment
  ) -> Int32 {
    guard alignment != .start else { return 0 }
    var width: Int32 = 0
    for piece in prepared.pieces[(tab + 1)...] {
      if piece.kind == .tab || piece.kind == .lineEnd { break }
      if alignment == .decimal {
        let text = prepared.paragraph.text.units[Int(piece.start)..<Int(piece.end)]
        if let point = text.firstIndex(where: { $0 == 0x2E || $0 == 0x2C }) {
          return width &+ partWidth(piece, prepared, upTo: point)
        }
      }
      width = width &+ piece.width
    }
    return alignment == .center ? width / 2 : width
  }

  private func partWidth(_ piece: TextFragment, _ prepared: PreparedParagraph, upTo end: Int)
    -> Int32
  {
    guard case .text(let words) = prepared.items[Int(piece.item)].content, piece.kind == .word
    else { return 0 }
    return words.glyphs[words.words[Int(piece.word)].glyphs].reduce(0) {
      Int($1.cluster) < end - Int(piece.start) ? $0 &+ $1.advance : $0
    }
  }
}
