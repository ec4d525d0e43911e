import PageModel
import Raster

/// Renders two facing pages side by side, each at the same scale, their top edges aligned; a
/// missing neighbor leaves no gap.
struct SpreadRenderer {
  let pages: PageRenderer

  /// Gives the pixels per point. `request.fit` means the whole spread.
  ///
  /// Throws `badRequest` for a region, which is a matter of one page.
  func render(
    left: (any Page)?, right: (any Page)?, _ request: RenderRequest, into bitmap: Bitmap
  ) throws(PageError) -> Double {
    guard request.region == nil else {
      throw PageError(.badRequest, "a region is a part of one page: leave out --spread")
    }
    let both = [left, right].compactMap { $0 }
    guard both.count > 1 else {
      guard let only = both.first else { throw PageError(.badRequest, "the spread has no page") }
      return try pages.render(only, request, into: bitmap)
    }
    var request = request
    let shown = both.map { shownSize(of: $0, turned: request.rotation) }
    if case .fit(let box) = request.scale {
      let width = shown.reduce(0) { $0 + $1.width }
      let height = shown.reduce(0) { max($0, $1.height) }
      request.scale = .pixelsPerPoint(
        min(Double(box.width) / width, Double(box.height) / height))
    }
    var halves: [Bitmap] = []
    var scale = 1.0
    for page in both {
      let half = Bitmap(size: PixelSize(width: 1, height: 1))
      scale = try pages.render(page, request, into: half)
      halves.append(half)
    }
    let sizes = halves.map(\.size)
    let size = PixelSize(
      width: sizes.reduce(0) { $0 + $1.width }, height: sizes.reduce(0) { max($0, $1.height) })
    try pages.check(size)
    bitmap.reset(size: size, format: request.pixelFormat)
    bitmap.fill(request.background)
    bitmap.place(halves[0], x: 0, y: 0)
    bitmap.place(halves[1], x: sizes[0].width, y: 0)
    return scale
  }

  private func shownSize(of page: any Page, turned rotation: Rotation) -> Size {
    (page.rotation + rotation).swapsAxes ? page.size.transposed : page.size
  }
}
