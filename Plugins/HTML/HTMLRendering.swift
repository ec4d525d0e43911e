import RectoBrowser
import RectoPageModel

extension HTMLPage {
  /// The share of a call's time that may be used; the worker needs the rest to report a timeout.
  private static let timeShare = 0.8

  func render(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    let page = try publication.load(index)
    do throws(PageError) {
      try page.tab.draw(
        grid.pageArea,
        ofPage: Size(width: page.size.width * grid.scale, height: page.size.height * grid.scale),
        from: page.corner, scale: grid.scale * pointsPerPixel,
        isOpaque: request.background == .white, onto: bitmap, by: grid.fromPagePixels,
        until: page.tab.deadline(seconds: Self.timeShare * publication.source.callSeconds))
    } catch {
      publication.unload(index)
      throw error
    }
  }
}

extension PixelGrid {
  /// From pixels of the unturned page at the grid's scale to those of the result.
  fileprivate var fromPagePixels: AffineTransform {
    AffineTransform.scale(1 / scale).then(transform)
  }

  /// The part of the unturned page's pixels that the result shows.
  fileprivate var pageArea: PixelBox {
    let turn = fromPagePixels
    // A turn by quarters is undone by its transpose.
    func undo(_ x: Double, _ y: Double) -> Point {
      let (dx, dy) = (x - turn.x0, y - turn.y0)
      return Point(x: turn.xx * dx + turn.yx * dy, y: turn.xy * dx + turn.yy * dy)
    }
    let area = Rect(undo(0, 0), undo(Double(size.width), Double(size.height)))
    return PixelBox(
      x: Int(area.x.rounded()), y: Int(area.y.rounded()), width: Int(area.width.rounded()),
      height: Int(area.height.rounded()))
  }
}
