import RectoPageModel

/// The mapping of a page to its canvas: rotated as shown, one unit per point.
///
/// Sides of a canvas are whole numbers (Presentation API 3.0, 3.2), those of a page need not be: they
/// are rounded, and boxes are stretched with them, by less than half a point.
struct CanvasGrid: Sendable, Hashable {
  let width: Int
  let height: Int
  private let transform: AffineTransform

  init(_ page: PageFacts) {
    let shown = page.rotation.swapsAxes ? page.size.transposed : page.size
    width = Self.units(shown.width)
    height = Self.units(shown.height)
    let turned = AffineTransform.rotation(page.rotation, of: page.size)
    transform = turned.then(
      AffineTransform(
        xx: shown.width > 0 ? Double(width) / shown.width : 1, yx: 0, xy: 0,
        yy: shown.height > 0 ? Double(height) / shown.height : 1, x0: 0, y0: 0))
  }

  private static func units(_ points: Double) -> Int {
    points.isFinite ? Int(min(max(1, points.rounded()), 1e6)) : 1
  }

  /// The part of the canvas that holds a place of the page; nil where that is off the page.
  func area(of quad: Quad) -> CanvasArea? {
    let bounds = transform.apply(quad).bounds
    guard bounds.x.isFinite, bounds.y.isFinite, bounds.width.isFinite, bounds.height.isFinite,
      bounds.maxX >= 0, bounds.maxY >= 0, bounds.minX <= Double(width),
      bounds.minY <= Double(height)
    else { return nil }
    let left = min(width - 1, Int(max(0, bounds.minX.rounded(.down))))
    let top = min(height - 1, Int(max(0, bounds.minY.rounded(.down))))
    let right = max(left + 1, Int(min(Double(width), bounds.maxX.rounded(.up))))
    let bottom = max(top + 1, Int(min(Double(height), bounds.maxY.rounded(.up))))
    return CanvasArea(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The same of an upright box.
  func area(of box: Rect) -> CanvasArea? { area(of: Quad(box)) }
}

/// A part of a canvas in its units.
struct CanvasArea: Sendable, Hashable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  /// The box as a fragment of the canvas's URI (Media Fragments 1.0, 4.2.2).
  var fragment: String { "xywh=\(x),\(y),\(width),\(height)" }
}
