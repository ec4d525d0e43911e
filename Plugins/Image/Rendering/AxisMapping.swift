import RectoPageModel

/// One axis of stored pixels against the axis of the result that it falls on.
///
/// Stored place `s` falls on `gain * s + origin` of the whole page's grid, whose pixel `first`
/// is the result's pixel 0. A region therefore has the phase of the whole, number for number.
struct AxisMapping {
  var gain: Double
  var origin: Double
  var first: Int
  /// Pixels of the result along this axis.
  var count: Int

  /// The same for an axis whose pixels each stand for `factor` stored ones.
  func shrunk(by factor: Double) -> AxisMapping {
    AxisMapping(gain: gain * factor, origin: origin, first: first, count: count)
  }

  /// The stretch of the stored axis that pixel `index` of the result covers.
  func interval(at index: Int) -> (from: Double, to: Double) {
    let a = (Double(first + index) - origin) / gain
    let b = (Double(first + index + 1) - origin) / gain
    return a < b ? (a, b) : (b, a)
  }
}

/// The mapping of an image's stored pixels to those of a result.
struct PixelMapping {
  /// Stored x and stored y.
  let x: AxisMapping
  let y: AxisMapping
  /// True if stored rows become columns of the result.
  let swapsAxes: Bool

  init(_ header: ImageHeader, request: RenderRequest, grid: PixelGrid) {
    let size = header.pageSize
    // The page asks for no turn of its own. The whole page's transform, as `PixelGrid` makes it:
    // the region's differs by whole pixels only, which the rounding finds.
    let whole = AffineTransform.rotation(request.rotation, of: size).then(.scale(grid.scale))
    let left = Int((whole.x0 - grid.transform.x0).rounded())
    let top = Int((whole.y0 - grid.transform.y0).rounded())
    let map = header.pageTransform.then(whole)
    swapsAxes = header.orientation.swapsAxes != request.rotation.swapsAxes
    if swapsAxes {
      x = AxisMapping(gain: map.yx, origin: map.y0, first: top, count: grid.size.height)
      y = AxisMapping(gain: map.xy, origin: map.x0, first: left, count: grid.size.width)
    } else {
      x = AxisMapping(gain: map.xx, origin: map.x0, first: left, count: grid.size.width)
      y = AxisMapping(gain: map.yy, origin: map.y0, first: top, count: grid.size.height)
    }
  }

  /// The largest of a number of halvings that leaves each pixel of the result one of its own, or
  /// enough to make it of: a reduced picture that is resampled again by little is visibly blurred. It
  /// depends on the scale alone, so that regions agree with the whole.
  func halvings(atMost most: Int) -> Int {
    let gain = max(abs(x.gain), abs(y.gain))
    return (0...most).last { halvings in
      let left = gain * Double(1 << halvings)
      return abs(left - 1) < 1e-6 || left <= 0.75
    } ?? 0
  }
}
