import CRectoCairo

/// The text that the glyphs of a run stand for, as a PDF stores it for search and copying.
struct GlyphText {
  /// UTF-8, in reading order.
  private var text: [UInt8] = []
  private var clusters: [cairo_text_cluster_t] = []
  private let isBackward: Bool

  /// The text of a hyphen that the source text does not have, so that copied words are whole (ISO
  /// 32000-2, 14.8.2.2.3).
  private static let softHyphen = Array("\u{AD}".utf8)

  init(_ run: GlyphRun, of line: Line, in text: AttributedText) {
    isBackward = run.isRightToLeft
    let visual = run.clusters(endingAt: line.range.upperBound)
    for cluster in isBackward ? visual.reversed() : visual {
      let letters =
        cluster.units.isEmpty
        ? Self.softHyphen : Array(String(decoding: text.units[cluster.units], as: UTF16.self).utf8)
      self.text += letters
      clusters.append(
        cairo_text_cluster_t(
          num_bytes: Int32(letters.count), num_glyphs: Int32(cluster.glyphs.count)))
    }
  }

  /// Draws the run's glyphs, which are in its order, with the letters behind them. Calls
  /// `cairo_show_text_glyphs`.
  func show(_ glyphs: [cairo_glyph_t], in context: OpaquePointer) {
    text.withUnsafeBytes { text in
      cairo_show_text_glyphs(
        context, text.bindMemory(to: CChar.self).baseAddress, Int32(text.count), glyphs,
        Int32(glyphs.count), clusters, Int32(clusters.count),
        isBackward ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(0))
    }
  }
}
