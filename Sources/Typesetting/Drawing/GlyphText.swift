import CRectoCairo
import RectoPageModel

/// The text that the glyphs of a run stand for, as a PDF stores it for search and copying.
struct GlyphText {
  /// Letters, and the indices of the glyphs that stand for them.
  private struct Part {
    let text: String
    let glyphs: Range<Int>
  }

  /// In reading order.
  private let parts: [Part]
  private let isBackward: Bool

  /// The text of a hyphen that the source text does not have, so that copied words are whole (ISO
  /// 32000-2, 14.8.2.2.3).
  private static let softHyphen = "\u{AD}"

  init(_ run: GlyphRun, of line: Line, in text: AttributedText) {
    let isBackward = run.isRightToLeft
    self.isBackward = isBackward
    let visual = run.clusters(endingAt: line.range.upperBound)
    parts = (isBackward ? visual.reversed() : visual).flatMap { cluster in
      let letters =
        cluster.units.isEmpty
        ? Self.softHyphen : String(decoding: text.units[cluster.units], as: UTF16.self)
      let whole = Part(text: letters, glyphs: cluster.glyphs)
      return isBackward ? Self.marksApart(whole) ?? [whole] : [whole]
    }
  }

  /// A letter and its marks, where each has a glyph of its own, the letter's on the right. A replacement text
  /// over several glyphs (ISO 32000-2, 14.9.4), which is the other way to state them, has the width from the
  /// first glyph to the last one for readers, and none where these run from right to left.
  private static func marksApart(_ part: Part) -> [Part]? {
    let base = part.text.unicodeScalars.prefix { !isMark($0) }
    let marks = part.text.unicodeScalars.dropFirst(base.count)
    guard part.glyphs.count > 1, !base.isEmpty, marks.allSatisfy(isMark),
      marks.count == part.glyphs.count - 1 || part.glyphs.count == 2 && !marks.isEmpty
    else { return nil }
    let texts =
      [String(base)] + (part.glyphs.count == 2 ? [String(marks)] : marks.map { String($0) })
    return zip(texts, part.glyphs.reversed()).map { text, glyph in
      Part(text: text, glyphs: glyph..<glyph + 1)
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .nonspacingMark
  }

  /// Draws the run's glyphs, which are in its order, with the letters behind them. Calls
  /// `cairo_show_text_glyphs`.
  func show(_ glyphs: [cairo_glyph_t], in context: OpaquePointer) {
    let clusters = parts.map { part in
      cairo_text_cluster_t(
        num_bytes: Int32(part.text.utf8.count), num_glyphs: Int32(part.glyphs.count))
    }
    Array(parts.map(\.text).joined().utf8).withUnsafeBytes { text in
      cairo_show_text_glyphs(
        context, text.bindMemory(to: CChar.self).baseAddress, Int32(text.count), glyphs,
        Int32(glyphs.count), clusters, Int32(clusters.count),
        isBackward ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(0))
    }
  }

  /// Puts the letters behind glyphs that are drawn as a picture, each over the advances of its own.
  func hide(
    _ glyphs: [cairo_glyph_t], advances: [Double], _ matrix: cairo_matrix_t,
    in context: OpaquePointer
  ) {
    for part in parts where !part.glyphs.isEmpty {
      let width = part.glyphs.reduce(0) { $0 + advances[$1] }
      HiddenLetters(part.text).show(
        at: glyphs[part.glyphs.lowerBound], width: width, matrix, in: context)
    }
  }
}
