import RectoPageModel

extension RenderRequest {
  /// The same request, except that an image beyond a limit is made smaller instead of being an
  /// error.
  public var reducible: RenderRequest {
    guard case .pixelsPerPoint(let scale) = scale else { return self }
    var request = self
    request.scale = .upTo(scale)
    return request
  }
}

extension Limits {
  /// The maximum number of attempts, of which the second mostly succeeds: pages have whole
  /// pixels.
  private static let attempts = 64
  /// Pixels per point below which an image shows nothing of a page: one per inch.
  private static let lowestScale = 1.0 / 72
  /// The largest number of pixels that is reduced, in multiples of the limit. Larger pages are
  /// mostly made to exceed it.
  private static let mostReduction = 20.0

  /// The request with a scale in place of `RenderRequest.Scale.upTo`, for a page of `size` points
  /// (unrotated) that is shown turned by `rotation`: the one that is asked for, or the largest
  /// whose image is within the limits. The one that is asked for also of a page with more than 20
  /// times the pixels of the limit, and of one that would have less than one pixel per inch.
  ///
  /// Throws as `PixelGrid.init(page:rotation:request:)`.
  public func reduce(
    _ request: RenderRequest, page size: Size, rotation: Rotation
  ) throws(PageError) -> RenderRequest {
    guard case .upTo(let highest) = request.scale else { return request }
    var exact = request
    let scale = try largestScale(upTo: highest) { scale throws(PageError) in
      exact.scale = .pixelsPerPoint(scale)
      return try PixelGrid(page: size, rotation: rotation, request: exact).size
    }
    exact.scale = .pixelsPerPoint(scale)
    return exact
  }

  /// The largest scale at which the image, whose size in pixels `size` gives, is within the limits;
  /// `highest` where `reduce` keeps it.
  func largestScale(
    upTo highest: Double, _ size: (Double) throws(PageError) -> PixelSize
  ) throws(PageError) -> Double {
    var scale = highest
    for attempt in 0..<Self.attempts {
      let image = try size(scale)
      if exceeded(by: image) == nil { return scale < Self.lowestScale ? highest : scale }
      let (width, height) = (Double(image.width), Double(image.height))
      if attempt == 0, width * height > Self.mostReduction * Double(pixels) { return highest }
      let share = min(
        (Double(pixels) / width / height).squareRoot(), Double(side) / max(width, height))
      scale *= min(share, 0.9999)
    }
    return highest
  }
}
