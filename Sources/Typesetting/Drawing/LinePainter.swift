import CRectoCairo
import RectoPageModel
import RectoRaster

/// Draws lines of text through a Cairo context.
///
/// On an image that is not slanted, letters come from the atlas, at their place to a quarter of a
/// pixel; large and colored glyphs, and all of a PDF, are drawn by Cairo.
public struct LinePainter {
  private let context: OpaquePointer
  private let atlas: GlyphAtlas
  /// From points to the pixels of the context's target.
  private let matrix: cairo_matrix_t
  private let target: GlyphSheet.Target?
  /// Quarters of a full turn, clockwise, that `matrix` makes; nil if it is slanted or uneven.
  private let quarters: Int?
  private let scale: Double
  /// True if the target records the text of its glyphs.
  private let keepsText: Bool

  /// `context` is a `cairo_t *` whose user space is page points, y down.
  public init(_ context: OpaquePointer, atlas: GlyphAtlas) {
    self.context = context
    self.atlas = atlas
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    self.matrix = matrix
    quarters = Self.quarters(of: matrix)
    scale = (matrix.xx * matrix.xx + matrix.yx * matrix.yx).squareRoot()
    target = Self.pixels(of: cairo_get_target(context))
    keepsText = cairo_surface_has_show_text_glyphs(cairo_get_target(context)) != 0
  }

  /// Draws a line whose start on the baseline is at `origin`, in points. Vertical lines go down
  /// from there.
  public func draw(
    _ line: Line, of text: AttributedText, at origin: Point, isVertical: Bool = false
  ) {
    for run in line.runs {
      let style = text.runs[run.style].style
      draw(run, of: line, text, style, at: origin, isVertical)
    }
  }

  private func draw(
    _ run: GlyphRun, of line: Line, _ text: AttributedText, _ style: CharacterStyle,
    at origin: Point, _ isVertical: Bool
  ) {
    let isSideways = isVertical && run.orientation == .horizontal
    guard let target, let quarters, run.font.size * scale <= GlyphAtlas.maximumSize,
      run.font.glyphs?.hasColor == false,
      let sheet = atlas.sheet(
        of: run.font, size: run.font.size * scale, quarters: quarters + (isSideways ? 1 : 0))
    else {
      let letters = keepsText ? GlyphText(run, of: line, in: text) : nil
      return drawWithCairo(run, style, at: origin, isVertical, letters)
    }
    cairo_surface_flush(cairo_get_target(context))
    let color = style.color.pixel(in: .bgra)
    var isWhole = true
    for glyph in run.glyphs {
      let place = Self.place(of: glyph, origin, isVertical)
      let isDrawn = sheet.draw(
        glyph.id, x: matrix.xx * place.x + matrix.xy * place.y + matrix.x0,
        y: matrix.yx * place.x + matrix.yy * place.y + matrix.y0, color: color, on: target)
      isWhole = isWhole && isDrawn
    }
    cairo_surface_mark_dirty(cairo_get_target(context))
    // A font of pictures only, which Cairo can scale.
    if !isWhole { drawWithCairo(run, style, at: origin, isVertical, nil) }
  }

  /// The origin of a glyph, in points.
  private static func place(
    of glyph: Glyph, _ origin: Point, _ isVertical: Bool
  ) -> Point {
    let along = Double(glyph.x) / 65_536
    let across = Double(glyph.y) / 65_536
    guard isVertical else { return Point(x: origin.x + along, y: origin.y - across) }
    // Upright glyphs keep their own axes: `y` is then to the right of the line's axis.
    return Point(x: origin.x + across, y: origin.y + along)
  }

  private func drawWithCairo(
    _ run: GlyphRun, _ style: CharacterStyle, at origin: Point, _ isVertical: Bool,
    _ letters: GlyphText?
  ) {
    guard let face = run.font.cairoFace, let options = cairo_font_options_create() else { return }
    defer { cairo_font_options_destroy(options) }
    let glyphs = run.glyphs.map { glyph in
      let place = Self.place(of: glyph, origin, isVertical)
      return cairo_glyph_t(index: UInt(glyph.id), x: place.x, y: place.y)
    }
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    var matrix = cairo_matrix_t()
    cairo_matrix_init_scale(&matrix, run.font.size, run.font.size)
    if isVertical, run.orientation == .horizontal { cairo_matrix_rotate(&matrix, .pi / 2) }
    let color = style.color
    withCairoFonts {
      cairo_save(context)
      defer { cairo_restore(context) }
      cairo_set_source_rgba(
        context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
        Double(color.alpha) / 255)
      cairo_set_font_options(context, options)
      cairo_set_font_face(context, face.pointer)
      cairo_set_font_matrix(context, &matrix)
      if keepsText, run.font.glyphs?.hasColor == true {
        let advances = run.glyphs.map { Double($0.advance) / 65_536 / run.font.size }
        letters?.hide(glyphs, advances: advances, matrix, in: context)
        drawPicture(of: glyphs, face.pointer, &matrix, options)
      } else if let letters {
        letters.show(glyphs, in: context)
      } else {
        cairo_show_glyphs(context, glyphs, Int32(glyphs.count))
      }
    }
  }

  /// The resolution of glyphs that are pictures in a PDF, into which Cairo puts a pixel for each point
  /// of them.
  private static let pixelsPerPoint = 300.0 / 72

  /// Draws glyphs with colors of their own as a picture of the resolution of print.
  private func drawPicture(
    of glyphs: [cairo_glyph_t], _ face: OpaquePointer, _ matrix: inout cairo_matrix_t,
    _ options: OpaquePointer
  ) {
    guard let first = glyphs.first else { return }
    var extents = cairo_text_extents_t()
    cairo_glyph_extents(context, glyphs, Int32(glyphs.count), &extents)
    let scale = Self.pixelsPerPoint
    // Cairo rounds the extents to whole points.
    let left = ((first.x + extents.x_bearing - 1) * scale).rounded(.down)
    let top = ((first.y + extents.y_bearing - 1) * scale).rounded(.down)
    let width = Int32(clamping: Int((extents.width + 3) * scale))
    let height = Int32(clamping: Int((extents.height + 3) * scale))
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height),
      let image = cairo_create(surface)
    else { return }
    cairo_surface_set_device_scale(surface, scale, scale)
    cairo_surface_set_device_offset(surface, -left, -top)
    cairo_set_source(image, cairo_get_source(context))
    cairo_set_font_options(image, options)
    cairo_set_font_face(image, face)
    cairo_set_font_matrix(image, &matrix)
    cairo_show_glyphs(image, glyphs, Int32(glyphs.count))
    cairo_destroy(image)
    cairo_set_source_surface(context, surface, 0, 0)
    cairo_paint(context)
    cairo_surface_destroy(surface)
  }

  private static func quarters(of matrix: cairo_matrix_t) -> Int? {
    if matrix.xy == 0, matrix.yx == 0, matrix.xx == matrix.yy { return matrix.xx > 0 ? 0 : 2 }
    if matrix.xx == 0, matrix.yy == 0, matrix.xy == -matrix.yx { return matrix.yx > 0 ? 1 : 3 }
    return nil
  }

  private static func pixels(of surface: OpaquePointer?) -> GlyphSheet.Target? {
    guard let surface, cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE,
      let pixels = cairo_image_surface_get_data(surface)
    else { return nil }
    let rowBytes = Int(cairo_image_surface_get_stride(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let width = Int(cairo_image_surface_get_width(surface))
    return GlyphSheet.Target(
      pixels: UnsafeMutableRawPointer(pixels).bindMemory(
        to: UInt32.self, capacity: rowBytes / 4 * height),
      width: width, height: height, rowPixels: rowBytes / 4)
  }
}
