/// One glyph as shaping gives it: lengths in scaled points, x along the line, y up.
struct ShapedGlyph {
  var glyph: UInt32
  /// The first code unit of its cluster, from the start of what was shaped.
  var cluster: Int32
  var advance: Int32
  var xOffset: Int32
  var yOffset: Int32
  /// True if cutting the text before this glyph's cluster would change its appearance
  /// (`HB_GLYPH_FLAG_UNSAFE_TO_BREAK`).
  var isUnsafeToBreak: Bool
}
