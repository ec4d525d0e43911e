import RectoPageModel

/// The image of a page that manifests and catalogs name: large enough for a screen.
struct StandardImage: Sendable {
  let size: PixelSize
  /// The query of its URL.
  let query: String

  /// The whole page within a box of pixels; nil for a page that has no area.
  ///
  /// A strip, such as a comic that is scrolled, would be illegible where its whole height is on a
  /// screen: it may be higher, as far as `ServerLimits.imagePixels` goes.
  init?(_ page: PageFacts, width: Int = 1_600, height: Int = 2_400) {
    let shown = page.rotation.swapsAxes ? page.size.transposed : page.size
    let isStrip = shown.height > 4 * shown.width
    let box =
      isStrip
      ? PixelSize(width: min(width, 1_000), height: 16_000)
      : PixelSize(width: width, height: height)
    guard
      let grid = try? PixelGrid(
        page: page.size, rotation: page.rotation, request: RenderRequest(scale: .fit(box)))
    else { return nil }
    size = grid.size
    query = "width=\(box.width)&height=\(box.height)"
  }
}
