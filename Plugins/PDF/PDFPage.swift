import CRectoCairo
import CRectoPoppler
import CRectoPopplerPage
import RectoPageModel
import RectoRaster

/// One page of a PDF; its capabilities are in files of their own.
final class PDFPage: Page {
  private let reference: GObjectReference
  let publication: PDFPublication
  let index: Int
  let geometry: PDFGeometry

  /// The `PopplerPage *`, lent for as long as this object lives.
  var page: OpaquePointer { reference.pointer }

  init(_ page: OpaquePointer, index: Int, publication: PDFPublication) throws(PageError) {
    reference = GObjectReference(owning: page)
    self.index = index
    self.publication = publication
    geometry = try PDFGeometry(page: page)
  }

  var label: String { takeString(poppler_page_get_label(page)) ?? "\(index + 1)" }
  var rotation: Rotation { geometry.rotation }
  var boxes: PageBoxes { geometry.boxes }

  /// Calls `recto_page_draw`.
  func render(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    let restore = publication.showLayers(request.layers)
    defer { restore() }
    let isApart = publication.needsOwnBackdrop(self)
    let hidden = try publication.hiddenRuns(ofPage: index)
    try publication.diagnostics.collect(page: index) { () throws(PageError) in
      try withCairoFonts { () throws(PageError) in
        try bitmap.withCairoContext { context throws(PageError) in
          if isApart { cairo_push_group(context) }
          try draw(request, on: grid, context, without: hidden)
          if isApart {
            cairo_pop_group_to_source(context)
            cairo_paint(context)
          }
        }
      }
    }
  }

  private func draw(
    _ request: RenderRequest, on grid: PixelGrid, _ context: OpaquePointer,
    without hidden: [UInt32]
  ) throws(PageError) {
    if request.isDeterministic { setDeterministicFonts(context) }
    var matrix = geometry.shownToPage.then(grid.transform).cairoMatrix
    cairo_set_matrix(context, &matrix)
    if request.drawsAnnotations { recto_page_skip_text(page) }
    // Display lists contain only the layers that the document shows by default.
    let isDrawn = recto_page_draw(
      page, UnsafeMutableRawPointer(context), request.drawsAnnotations,
      request.layers.isEmpty ? publication.drawings : nil, hidden, hidden.count)
    guard isDrawn else {
      throw PageError(
        .limit, "the limit was reached: the page needs more memory", remedy: .memory)
    }
  }

  private func setDeterministicFonts(_ context: OpaquePointer) {
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_set_font_options(context, options)
  }
}
