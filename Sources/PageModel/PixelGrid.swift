/// The mapping from the points of a page to the pixels of one request's result.
///
/// The grid is that of the whole page at the request's scale and rotation, with its origin at a
/// pixel corner; a region is cut out along pixel edges, so that it equals a crop of the whole.
public struct PixelGrid: Sendable, Hashable {
  /// The size of the result in pixels.
  public let size: PixelSize
  /// Pixels per point.
  public let scale: Double
  /// The mapping from unrotated page points to pixels of the result.
  public let transform: AffineTransform

  /// The rounding error, in pixels, that must not add a row or a column.
  package static let tolerance = 1e-6

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
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      throw PageError(.damaged, "the page has no area")
    }
    let wanted = try Self.visible(request.region, of: size)
    let rotated = AffineTransform.rotation(turn, of: size)
    let part = rotated.apply(wanted)
    switch request.scale {
    case .pixelsPerPoint(let value), .upTo(let value):
      guard value > 0, value.isFinite else {
        throw PageError(.badRequest, "the scale must be greater than zero")
      }
      scale = value
    case .fit(let box):
      guard box.width > 0, box.height > 0 else {
        throw PageError(.badRequest, "the size to fit must be greater than zero")
      }
      scale = Self.scale(of: part, toFit: box)
    }
    // A mapping without an inverse cannot be drawn with.
    guard (scale * scale).isNormal || scale > 1 else {
      throw PageError(.badRequest, "the scale is too small for the page to be drawn")
    }
    let area = Self.pixels(of: part, scale)
    guard area.width < 1e9, area.height < 1e9, scale > 0 else {
      throw PageError(
        .limit,
        "the image would be \(brief(area.width)) x \(brief(area.height)) pixels: "
          + "ask for a smaller scale or a region"
      )
    }
    self.size = PixelSize(width: Int(area.width), height: Int(area.height))
    transform = rotated.then(.scale(scale)).then(.translation(x: -area.x, y: -area.y))
  }

  /// The part of the page that a request is about.
  private static func visible(_ region: Rect?, of size: Size) throws(PageError) -> Rect {
    guard let region else { return Rect(size) }
    guard region.width > 0, region.height > 0, let visible = region.intersection(Rect(size)) else {
      throw PageError(
        .badRequest,
        "the region lies outside the page, which is \(brief(size.width)) x \(brief(size.height)) points"
      )
    }
    return visible
  }

  /// The whole pixels that a part of the turned page touches.
  private static func pixels(of part: Rect, _ scale: Double) -> Rect {
    let area = AffineTransform.scale(scale).apply(part)
    let left = (area.minX + tolerance).rounded(.down)
    let top = (area.minY + tolerance).rounded(.down)
    return Rect(
      x: left, y: top, width: max(1, (area.maxX - tolerance).rounded(.up) - left),
      height: max(1, (area.maxY - tolerance).rounded(.up) - top))
  }

  /// The largest scale at which a part fits. One that begins inside a pixel touches one more at its
  /// end.
  private static func scale(of part: Rect, toFit box: PixelSize) -> Double {
    func scale(_ width: Int, _ height: Int) -> Double {
      min(Double(width) / part.width, Double(height) / part.height)
    }
    let largest = scale(box.width, box.height)
    let size = pixels(of: part, largest)
    guard size.width > Double(box.width) || size.height > Double(box.height) else { return largest }
    return scale(max(1, box.width - 1), max(1, box.height - 1))
  }
}

/// A number for a sentence: whole where it is, else with one decimal.
package func brief(_ value: Double) -> String {
  let rounded = (value * 10).rounded() / 10
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
}

/// Seconds for a sentence, to hundredths: limits may be that short.
package func briefSeconds(_ seconds: Double) -> String { inFull((seconds * 100).rounded() / 100) }

/// A number for a sentence with all its digits, such as a limit, of which `brief` may make another.
package func inFull(_ value: Double) -> String {
  value == value.rounded() ? brief(value) : "\(value)"
}
