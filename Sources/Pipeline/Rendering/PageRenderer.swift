import RectoPageModel
import RectoRaster

/// Renders one page: checks the limits, prepares the bitmap, calls the page to draw, and applies
/// the changes that all backends share.
struct PageRenderer {
  let limits: Limits
  let photographs: PhotoRegionCache

  /// Gives the pixels per point.
  func render(
    _ page: any Page, _ request: RenderRequest, into bitmap: Bitmap
  ) throws(PageError) -> Double {
    let request = try limits.reduce(request, page: page.size, rotation: page.rotation)
    let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
    try check(grid.size)
    bitmap.reset(size: grid.size, format: request.pixelFormat)
    try page.paint(request, on: grid, into: bitmap)
    let spared = request.appearance == .dark ? try photographs.boxes(on: page) : []
    applyTones(request, to: bitmap, sparing: spared.map(grid.transform.apply))
    return grid.scale
  }

  /// Applies the request's light and color, sparing areas in pixels.
  func applyTones(_ request: RenderRequest, to bitmap: Bitmap, sparing areas: [Rect]) {
    if request.appearance == .dark { bitmap.darken(sparing: areas) }
    if request.isGray { bitmap.desaturate() }
  }

  func check(_ size: PixelSize) throws(PageError) {
    guard let limit = limits.exceeded(by: size) else { return }
    throw PageError(
      .limit,
      "the image would be \(size.width) x \(size.height) pixels, more than the limit of "
        + "\(limit): ask for a smaller scale or a region")
  }
}
