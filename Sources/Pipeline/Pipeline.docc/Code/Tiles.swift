import RectoPageModel
import RectoPipeline

/// A part of a page's image.
struct Tile {
  /// The position in the image of the whole page, in pixels.
  let x: Int
  let y: Int
  /// The same part of the page, in points.
  let region: Rect
}

/// The tiles of a page's image at a scale, row by row.
func tiles(of page: PageFacts, scale: Double, side: Int = 512) throws(PageError) -> [Tile] {
  let request = RenderRequest(scale: .pixelsPerPoint(scale))
  let whole = try PixelGrid(page: page.size, rotation: page.rotation, request: request).size
  // Tiles follow the page as it is shown; a region is a part of the page before it is turned.
  let shown = page.rotation.swapsAxes ? page.size.transposed : page.size
  let back = AffineTransform.rotation(page.rotation.inverse, of: shown)
  let length = Double(side) / scale
  var tiles: [Tile] = []
  for y in stride(from: 0, to: whole.height, by: side) {
    for x in stride(from: 0, to: whole.width, by: side) {
      let area = Rect(
        x: Double(x) / scale, y: Double(y) / scale, width: length, height: length)
      tiles.append(Tile(x: x, y: y, region: back.apply(area)))
    }
  }
  return tiles
}

/// Renders the tiles of a page one after the other, all of them into one bitmap.
func showTiles(
  ofPage index: Int, in issue: OpenPublication, scale: Double, show: (Tile, Bitmap) -> Void
) async throws {
  let bitmap = Bitmap(size: PixelSize(width: 512, height: 512))
  let page = try await issue.facts(ofPage: index)
  for tile in try tiles(of: page, scale: scale) {
    let request = RenderRequest(scale: .pixelsPerPoint(scale), region: tile.region)
    try await issue.render(page: index, request, into: bitmap)
    show(tile, bitmap)
  }
}
