import CRectoCairo
import RectoPageModel
import RectoRaster
import RectoTypesetting

extension LayoutPage {
  func render(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    let elements = try elements()
    try bitmap.withCairoContext { context throws(PageError) in
      var matrix = grid.transform.cairoMatrix
      cairo_set_matrix(context, &matrix)
      try draw(elements, on: context, scale: grid.scale)
    }
  }

  /// Draws the page in a context whose user space is page points; `scale` is pixels a point, for
  /// pictures.
  func draw(
    _ elements: [PageElement], on context: OpaquePointer, scale: Double
  ) throws(PageError) {
    let painter = ElementPainter(context, publication, plan, scale: scale)
    painter.drawBackground()
    for element in elements { try painter.draw(element) }
  }
}

/// Draws the items of a page.
struct ElementPainter {
  private let context: OpaquePointer
  private let publication: TextPublication
  private let plan: PlannedPage
  private let scale: Double
  private let frames: FramePainter
  /// True if the target keeps drawing operations, as a PDF does, instead of pixels.
  private let isKept: Bool

  init(
    _ context: OpaquePointer, _ publication: TextPublication, _ plan: PlannedPage, scale: Double
  ) {
    self.context = context
    self.publication = publication
    self.plan = plan
    self.scale = scale
    frames = FramePainter(context, atlas: publication.atlas)
    isKept = cairo_surface_get_type(cairo_get_target(context)) != CAIRO_SURFACE_TYPE_IMAGE
  }

  func drawBackground() {
    guard let color = plan.content.background ?? publication.composition.profile.background
    else { return }
    // A fill of the page would leave pixels at its edge that it covers in part.
    if !isKept {
      setSource(color, opacity: 1)
      return cairo_paint(context)
    }
    let bleed = publication.composition.profile.bleed
    fill(
      .rectangle(
        Rect(
          x: -bleed, y: -bleed, width: plan.size.width + 2 * bleed,
          height: plan.size.height + 2 * bleed)), color, opacity: 1)
  }

  func draw(_ element: PageElement) throws(PageError) {
    switch element.content {
    case .fill(let area):
      fill(area.placement.outline(within: plan.area), area.color, opacity: area.opacity)
    case .rule(let rule): draw(rule)
    case .picture(let picture): draw(picture)
    case .media(let media): draw(media)
    case .text(let set, let placement, let style, _):
      let outline = placement.outline(within: plan.area)
      if let color = style.background { fill(outline, color, opacity: 1) }
      try frames.draw(set) { name, box throws(PageError) in
        guard let file = publication.composition.picture(named: name)?.file else { return }
        draw(file, in: box)
      }
      if let border = style.border { stroke(outline, border) }
    }
  }

  // MARK: Pictures

  private func draw(_ picture: PlacedPicture) {
    let box = picture.placement.box(within: plan.area)
    let outline = picture.placement.outline(within: plan.area)
    if let size = publication.composition.pictures.size(of: picture.file) {
      let place = PicturePlacing(picture, size: size, box: box)
      paint(
        picture.file, size: size, area: place.area, clip: outline, opacity: picture.opacity)
    } else {
      drawMissing(box)
    }
    if let border = picture.border { stroke(outline, border) }
  }

  private func draw(_ file: RelativePath, in box: Rect) {
    guard let size = publication.composition.pictures.size(of: file) else {
      return drawMissing(box)
    }
    paint(file, size: size, area: box, clip: .rectangle(box), opacity: 1)
  }

  private func paint(
    _ file: RelativePath, size: Size, area: Rect, clip: ShapePath, opacity: Double
  ) {
    var wanted = max(area.width / size.width, area.height / size.height) * scale
    if isKept, let own = publication.composition.pictures.ownScale(of: file) {
      wanted = min(wanted, own)
    }
    guard let bitmap = try? publication.composition.pictures.bitmap(of: file, scale: wanted) else {
      return drawMissing(area)
    }
    let pixels = bitmap.size
    let jpeg = isKept ? jpeg(of: file, bitmap) : nil
    cairo_save(context)
    defer { cairo_restore(context) }
    clip.add(to: context)
    cairo_clip(context)
    cairo_translate(context, area.x, area.y)
    cairo_scale(
      context, area.width / Double(pixels.width), area.height / Double(pixels.height))
    bitmap.withPixels { bytes in
      guard
        let surface = cairo_image_surface_create_for_data(
          bytes.assumingMemoryBound(to: UInt8.self).baseAddress, CAIRO_FORMAT_ARGB32,
          Int32(pixels.width), Int32(pixels.height), Int32(pixels.width * 4))
      else { return }
      if isKept { keep(name(of: file, pixels), jpeg, in: surface) }
      cairo_set_source_surface(context, surface, 0, 0)
      // At the edges the nearest pixel counts, not nothing.
      cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
      cairo_rectangle(context, 0, 0, Double(pixels.width), Double(pixels.height))
      cairo_clip(context)
      cairo_paint_with_alpha(context, opacity)
      // The context lets go of the pixels before they are given back.
      cairo_set_source_rgb(context, 0, 0, 0)
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
  }

  /// The JPEG data of a picture, which are embedded as they are; nil for other formats and for
  /// pictures that are too large.
  private func jpeg(of file: RelativePath, _ bitmap: Bitmap) -> [UInt8]? {
    guard publication.composition.pictures.isPhotograph(file) else { return nil }
    var jpeg: [UInt8]?
    try? ImageEncoder().encode(bitmap, EncodeOptions(format: .jpeg, quality: 90)) {
      jpeg = Array($0)
    }
    return jpeg
  }

  private func name(of file: RelativePath, _ size: PixelSize) -> String {
    "\(file.text) \(size.width) x \(size.height)"
  }

  /// Has the file that is written keep a picture once, by its name, however often it is drawn.
  private func keep(_ name: String, _ jpeg: [UInt8]?, in surface: OpaquePointer) {
    Array(name.utf8).withUnsafeBytes { attach($0, as: CAIRO_MIME_TYPE_UNIQUE_ID, to: surface) }
    jpeg?.withUnsafeBytes { attach($0, as: CAIRO_MIME_TYPE_JPEG, to: surface) }
  }

  /// Gives the surface a copy of the bytes. Calls `cairo_surface_set_mime_data`.
  private func attach(
    _ bytes: UnsafeRawBufferPointer, as type: String, to surface: OpaquePointer
  ) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyMemory(from: bytes)
    let status = cairo_surface_set_mime_data(
      surface, type, copy.assumingMemoryBound(to: UInt8.self).baseAddress, UInt(bytes.count),
      { $0?.deallocate() }, copy.baseAddress)
    if status != CAIRO_STATUS_SUCCESS { copy.deallocate() }
  }

  /// Draws a gray box with a cross in the place of a missing picture.
  private func drawMissing(_ box: Rect) {
    fill(.rectangle(box), .value(Color(red: 0xE4, green: 0xE2, blue: 0xDE)), opacity: 1)
    cairo_set_source_rgb(context, 0.6, 0.6, 0.6)
    cairo_set_line_width(context, 0.5)
    cairo_move_to(context, box.minX, box.minY)
    cairo_line_to(context, box.maxX, box.maxY)
    cairo_move_to(context, box.maxX, box.minY)
    cairo_line_to(context, box.minX, box.maxY)
    cairo_stroke(context)
  }

  private func draw(_ media: PlacedMedia) {
    let box = media.placement.box(within: plan.area)
    if let poster = media.poster, let size = publication.composition.pictures.size(of: poster) {
      let fit = max(box.width / size.width, box.height / size.height)
      let area = Rect(
        x: box.center.x - size.width * fit / 2, y: box.center.y - size.height * fit / 2,
        width: size.width * fit, height: size.height * fit)
      paint(poster, size: size, area: area, clip: .rectangle(box), opacity: 1)
    } else {
      fill(.rectangle(box), .value(Color(red: 0x2A, green: 0x2C, blue: 0x30)), opacity: 1)
    }
    drawPlaySign(in: box)
  }

  /// A triangle in a circle, as players have it.
  private func drawPlaySign(in box: Rect) {
    let radius = min(box.width, box.height, 160) / 8
    let center = box.center
    cairo_new_path(context)
    cairo_arc(context, center.x, center.y, radius, 0, 2 * .pi)
    cairo_set_source_rgba(context, 0, 0, 0, 0.55)
    cairo_fill(context)
    cairo_move_to(context, center.x - radius * 0.3, center.y - radius * 0.5)
    cairo_line_to(context, center.x + radius * 0.6, center.y)
    cairo_line_to(context, center.x - radius * 0.3, center.y + radius * 0.5)
    cairo_close_path(context)
    cairo_set_source_rgb(context, 1, 1, 1)
    cairo_fill(context)
  }

  // MARK: Areas and lines

  private func fill(_ outline: ShapePath, _ color: LayoutColor, opacity: Double) {
    setSource(color, opacity: opacity)
    outline.add(to: context)
    cairo_fill(context)
  }

  /// Inside the edge: the half of a line of twice the width that is not clipped.
  private func stroke(_ outline: ShapePath, _ border: Border) {
    guard border.width > 0 else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    outline.add(to: context)
    cairo_clip_preserve(context)
    setSource(border.color, opacity: 1)
    cairo_set_line_width(context, border.width * 2)
    cairo_stroke(context)
  }

  private func draw(_ rule: PlacedRule) {
    setSource(rule.color, opacity: 1)
    cairo_set_line_width(context, rule.width)
    cairo_move_to(context, rule.from.x, rule.from.y)
    cairo_line_to(context, rule.to.x, rule.to.y)
    cairo_stroke(context)
  }

  private func setSource(_ color: LayoutColor, opacity: Double) {
    let color = color.resolved(in: publication.layout.styles.palette)
    cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255 * opacity)
  }
}

extension ShapePath {
  /// Makes it the context's path.
  fileprivate func add(to context: OpaquePointer) {
    cairo_new_path(context)
    for element in elements {
      switch element {
      case .move(let point): cairo_move_to(context, point.x, point.y)
      case .line(let point): cairo_line_to(context, point.x, point.y)
      case .curve(let end, let control1, let control2):
        cairo_curve_to(context, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
      case .close: cairo_close_path(context)
      }
    }
  }
}
