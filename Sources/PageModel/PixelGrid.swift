/// The mapping from the points of a page to the pixels of one request's result.
///
/// The grid is that of the whole page at the request's scale and rotation, with its origin at a
/// pixel corner; a region is cut out along pixel edges, so that it equals a crop of the whole.
public struct PixelGrid: Sendable, Hashable {
  /// Pixels of the result.
  public let size: PixelSize
  /// Pixels per point.
  public let scale: Double
  /// From unrotated page points to pixels of the result.
  public let transform: AffineTransform

  /// Rounding noise of a few multiplications must not add a row of pixels.
  private static let tolerance = 1e-6

  /// A grid that was computed elsewhere.
  public init(size: PixelSize, scale: Double, transform: AffineTransform) {
    self.size = size
    self.scale = scale
    self.transform = transform
  }

  /// The grid for a page of `size` points (unrotated) that is shown turned by `rotation`.
  ///
  /// Throws `badRequest` for a scale or a region that has no pixels, or a region off the page,
  /// and `limit` if a side is beyond what an integer or Cairo could hold.
  public init(page size: Size, rotation: Rotation, request: RenderRequest) throws(PageError) {
    let turn = rotation + request.rotation
    let shown = turn.swapsAxes ? size.transposed : size
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      throw PageError(.damaged, "the page has no area")
    }
    switch request.scale {
    case .pixelsPerPoint(let value):
      guard value > 0, value.isFinite else {
        throw PageError(.badRequest, "the scale must be greater than zero")
      }
      scale = value
    case .fit(let box):
      guard box.width > 0, box.height > 0 else {
        throw PageError(.badRequest, "the size to fit must be greater than zero")
      }
      scale = min(Double(box.width) / shown.width, Double(box.height) / shown.height)
    }

    let turned = AffineTransform.rotation(turn, of: size).then(.scale(scale))
    var wanted = Rect(size)
    if let region = request.region {
      guard region.width > 0, region.height > 0, let visible = region.intersection(Rect(size))
      else {
        throw PageError(
          .badRequest,
          "the region lies outside the page, which is \(brief(size.width)) x \(brief(size.height)) points"
        )
      }
      wanted = visible
    }
    let area = turned.apply(wanted)
    let left = (area.minX + Self.tolerance).rounded(.down)
    let top = (area.minY + Self.tolerance).rounded(.down)
    let width = max(1, (area.maxX - Self.tolerance).rounded(.up) - left)
    let height = max(1, (area.maxY - Self.tolerance).rounded(.up) - top)
    guard width < 1e9, height < 1e9, scale > 0 else {
      throw PageError(
        .limit,
        "the image would be \(brief(width)) x \(brief(height)) pixels: ask for a smaller scale or a region"
      )
    }
    self.size = PixelSize(width: Int(width), height: Int(height))
    transform = turned.then(.translation(x: -left, y: -top))
  }
}

/// A number for a sentence: whole where it is, else with one decimal.
public func brief(_ value: Double) -> String {
  let rounded = (value * 10).rounded() / 10
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
}
