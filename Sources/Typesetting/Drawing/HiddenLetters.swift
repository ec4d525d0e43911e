import CRectoCairo

/// The text behind glyphs that a PDF has as a picture: letters of a font that shows nothing, so that search and
/// copying find them where the picture is.
struct HiddenLetters {
  /// A font whose glyphs have any number, are half an em wide, and reach from corner to corner of that. Cairo
  /// drops text that has no extents, and readers guess the size of a font that is drawn (Type 3) from its
  /// widths, which are half the size on average.
  private static let font: CairoPointer? = {
    guard let face = cairo_user_font_face_create() else { return nil }
    cairo_user_font_face_set_render_glyph_func(face) { _, _, context, extents in
      extents?.pointee.x_advance = Self.width
      let dot = 0.001
      cairo_rectangle(context, 0, 0, dot, -dot)
      cairo_rectangle(context, Self.width - dot, dot - 1, dot, -dot)
      cairo_fill(context)
      return CAIRO_STATUS_SUCCESS
    }
    return CairoPointer(face)
  }()

  private static let width = 0.5

  /// A pointer to an object of Cairo that is safe on all threads.
  private struct CairoPointer: @unchecked Sendable {
    let value: OpaquePointer

    init(_ value: OpaquePointer) { self.value = value }
  }

  private let text: [UInt8]

  init(_ text: String) {
    self.text = Array(text.utf8)
  }

  /// Puts the letters where a glyph stands, `width` along the baseline. A clip hides the corners of the font's
  /// glyph. Calls `cairo_show_text_glyphs`.
  func show(
    at glyph: cairo_glyph_t, width: Double, _ matrix: cairo_matrix_t, in context: OpaquePointer
  ) {
    guard let font = Self.font, width > 0, !text.isEmpty else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    var letter = matrix
    cairo_matrix_scale(&letter, width / Self.width, 1)
    cairo_set_font_face(context, font.value)
    cairo_set_font_matrix(context, &letter)
    addMiddle(of: letter, at: glyph, to: context)
    cairo_clip(context)
    // Each text has a number of its own, and so its own entry in the PDF's table of letters.
    let number = text.reduce(UInt(5381)) { ($0 &* 33 ^ UInt($1)) & 0x7FFF_FFFF }
    var place = cairo_glyph_t(index: number, x: glyph.x, y: glyph.y)
    var cluster = cairo_text_cluster_t(num_bytes: Int32(text.count), num_glyphs: 1)
    text.withUnsafeBytes { text in
      cairo_show_text_glyphs(
        context, text.bindMemory(to: CChar.self).baseAddress, Int32(text.count), &place, 1,
        &cluster, 1,
        cairo_text_cluster_flags_t(0))
    }
  }

  /// A glyph without its edges.
  private func addMiddle(
    of matrix: cairo_matrix_t, at glyph: cairo_glyph_t, to context: OpaquePointer
  ) {
    for (index, corner) in [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)].enumerated() {
      let (along, up) = (corner.0 * Self.width, corner.1)
      let x = glyph.x + matrix.xx * along - matrix.xy * up
      let y = glyph.y + matrix.yx * along - matrix.yy * up
      if index == 0 { cairo_move_to(context, x, y) } else { cairo_line_to(context, x, y) }
    }
    cairo_close_path(context)
  }
}
