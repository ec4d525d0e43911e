import CRectoCairo
import Glibc
import RectoPageModel
import RectoRaster

/// The newsstand as one small square picture: the latest cover, a sash where it is new, and how many
/// new issues there are.
struct NewsstandIcon {
  /// Nil where no issue is installed: an empty rack is shown.
  let cover: Bitmap?
  let isNew: Bool
  /// Not shown where it is 0.
  let badge: Int
  /// Pixels on a side.
  let size: Int

  /// Pixels on a side that an icon may have.
  static let sizes = 16...2048

  /// Throws `badRequest` for a size beyond `sizes`, and `limit`.
  func png() throws(PageError) -> [UInt8] {
    guard Self.sizes.contains(size) else {
      throw PageError(
        .badRequest,
        "an icon has \(Self.sizes.lowerBound) to \(Self.sizes.upperBound) pixels on a side")
    }
    let icon = Bitmap(size: PixelSize(width: size, height: size), format: .bgra)
    icon.fill(.transparent)
    let paper = try paper()
    let place = place(of: paper)
    try draw(paper, at: place, on: icon)
    try icon.withCairoContext { context throws(PageError) in
      cairo_scale(context, Double(size), Double(size))
      drawEdge(around: place, context)
      if isNew { drawSash(on: place, context) }
      if badge > 0 { drawBadge(on: place, context) }
    }
    var file: [UInt8] = []
    try ImageEncoder().encode(icon, EncodeOptions(format: .png, level: 6)) { file = Array($0) }
    return file
  }

  // MARK: The cover. Coordinates are parts of the icon's side from here on.

  private struct Place {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var right: Double { x + width }
  }

  private func paper() throws(PageError) -> Bitmap {
    if let cover { return cover }
    let rack = Bitmap(size: PixelSize(width: max(1, size * 3 / 4), height: size))
    rack.fill(Color(red: 236, green: 234, blue: 228))
    let (width, height) = (Double(rack.size.width), Double(rack.size.height))
    try rack.withCairoContext { context throws(PageError) in
      setColor(Color(red: 188, green: 184, blue: 174), context)
      // A masthead and two columns.
      for (x, y, w, h) in [
        (0.1, 0.08, 0.8, 0.1), (0.1, 0.26, 0.8, 0.26), (0.1, 0.58, 0.37, 0.04),
        (0.1, 0.66, 0.37, 0.04), (0.1, 0.74, 0.37, 0.04), (0.1, 0.82, 0.37, 0.04),
        (0.53, 0.58, 0.37, 0.04), (0.53, 0.66, 0.37, 0.04), (0.53, 0.74, 0.37, 0.04),
      ] {
        cairo_rectangle(context, x * width, y * height, w * width, h * height)
      }
      cairo_fill(context)
    }
    return rack
  }

  /// In the middle, with room for the badge above its corner.
  private func place(of paper: Bitmap) -> Place {
    let room = 0.92
    let (width, height) = (Double(paper.size.width), Double(paper.size.height))
    let scale = room / max(width, height)
    return Place(
      x: (1 - width * scale) / 2, y: 1 - room / 2 - height * scale / 2 - 0.01,
      width: width * scale, height: height * scale)
  }

  private func draw(_ paper: Bitmap, at place: Place, on icon: Bitmap) throws(PageError) {
    let side = Double(size)
    // Whole pixels, so that the cover's edges are sharp.
    let (left, top) = (Int((place.x * side).rounded()), Int((place.y * side).rounded()))
    let wanted = PixelSize(
      width: min(size - left, max(1, Int((place.width * side).rounded()))),
      height: min(size - top, max(1, Int((place.height * side).rounded()))))
    try paper.resample(to: wanted)
    let isOpaque = paper.format == .bgrx
    let size = size
    paper.withPixels { source in
      let source = source.bindMemory(to: UInt32.self)
      icon.withPixels { target in
        let target = target.bindMemory(to: UInt32.self)
        for row in 0..<wanted.height {
          for column in 0..<wanted.width {
            let pixel = source[row * wanted.width + column]
            target[(top + row) * size + left + column] = isOpaque ? pixel | 0xFF00_0000 : pixel
          }
        }
      }
    }
  }

  /// A hairline that is seen on light and on dark grounds.
  private func drawEdge(around place: Place, _ context: OpaquePointer) {
    let line = 1 / Double(size)
    cairo_rectangle(
      context, place.x + line / 2, place.y + line / 2, place.width - line, place.height - line)
    cairo_set_source_rgba(context, 0.5, 0.5, 0.5, 0.8)
    cairo_set_line_width(context, line)
    cairo_stroke(context)
  }

  // MARK: New issues

  private static let red = Color(red: 200, green: 28, blue: 34)

  /// A ribbon over the lower right corner.
  private func drawSash(on place: Place, _ context: OpaquePointer) {
    let reach = min(place.width, place.height) * 0.62
    let band = reach * 0.36
    let bottom = place.y + place.height
    cairo_save(context)
    cairo_rectangle(context, place.x, place.y, place.width, place.height)
    cairo_clip(context)
    // From the bottom edge up to the right edge.
    cairo_translate(context, place.right - reach / 2 + band * 0.1, bottom - reach / 2 + band * 0.1)
    cairo_rotate(context, -.pi / 4)
    cairo_rectangle(context, -1, -band / 2, 2, band)
    setColor(Self.red, context)
    cairo_fill(context)
    cairo_rectangle(context, -1, -band / 2 + band * 0.08, 2, band * 0.04)
    cairo_rectangle(context, -1, band / 2 - band * 0.12, 2, band * 0.04)
    cairo_set_source_rgba(context, 1, 1, 1, 0.7)
    cairo_fill(context)
    drawText("New", height: band * 0.62, mostWidth: reach * 0.8, context)
    cairo_restore(context)
  }

  /// A disc over the upper right corner, longer for more digits.
  private func drawBadge(on place: Place, _ context: OpaquePointer) {
    let text = badge > 99 ? "99+" : "\(badge)"
    let radius = 0.15
    let extra = Double(text.count - 1) * radius * 0.55
    let right = min(1 - radius - 0.01, place.right - radius * 0.2)
    let top = radius + 0.01
    cairo_save(context)
    func disc(_ radius: Double) {
      cairo_new_path(context)
      cairo_arc(context, right, top, radius, -.pi / 2, .pi / 2)
      cairo_arc(context, right - extra, top, radius, .pi / 2, .pi * 1.5)
      cairo_close_path(context)
      cairo_fill(context)
    }
    setColor(.white, context)
    disc(radius)
    setColor(Self.red, context)
    disc(radius * 0.88)
    cairo_translate(context, right - extra / 2, top)
    drawText(text, height: radius * 1.25, mostWidth: radius * 1.4 + extra, context)
    cairo_restore(context)
  }

  /// White, bold, in the middle of where the context is.
  private func drawText(
    _ text: String, height: Double, mostWidth: Double, _ context: OpaquePointer
  ) {
    withCairoFonts {
      cairo_save(context)
      defer { cairo_restore(context) }
      cairo_select_font_face(
        context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
      cairo_set_font_size(context, height)
      var extents = cairo_text_extents_t()
      cairo_text_extents(context, text, &extents)
      if extents.width > mostWidth {
        cairo_set_font_size(context, height * mostWidth / extents.width)
        cairo_text_extents(context, text, &extents)
      }
      cairo_move_to(
        context, -extents.width / 2 - extents.x_bearing, -extents.height / 2 - extents.y_bearing)
      setColor(.white, context)
      cairo_text_path(context, text)
      cairo_fill(context)
    }
  }

  private func setColor(_ color: Color, _ context: OpaquePointer) {
    cairo_set_source_rgb(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
  }
}
