import RectoPageModel

/// Maps one axis of the stored pixels to an axis of the result.
///
/// Stored position `s` maps to `gain * s + origin` on the whole page's grid, whose pixel `first` is the
/// result's pixel 0. The samples of a region therefore are exactly those of the whole page.
struct AxisMapping {
  var gain: Double
  var origin: Double
  var first: Int
  /// The number of the result's pixels along this axis.
  var count: Int

  /// The mapping from a reduced axis, each of whose pixels stands for `factor` stored ones.
  func shrunk(by factor: Double) -> AxisMapping {
    AxisMapping(gain: gain * factor, origin: origin, first: first, count: count)
  }

  /// The interval of the stored axis that pixel `index` of the result covers.
  func interval(at index: Int) -> (from: Double, to: Double) {
    let a = (Double(first + index) - origin) / gain
    let b = (Double(first + index + 1) - origin) / gain
    return a < b ? (a, b) : (b, a)
  }
}

/// The mapping of an image's stored pixels to those of a result.
struct PixelMapping {
  /// The mappings of the stored x axis and of the stored y axis.
  let x: AxisMapping
  let y: AxisMapping
  /// True if stored rows become columns of the result.
  let swapsAxes: Bool

  init(_ header: ImageHeader, request: RenderRequest, grid: PixelGrid) {
    let size = header.pageSize
    // The transform of the whole page, as `PixelGrid` makes it; these pages have no rotation of their
    // own. The region's transform differs from it by whole pixels, which the rounding finds.
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

  /// The largest number of halvings after which the picture is as large as the result, or larger by a
  /// third at least, since resampling by a small factor blurs visibly. It depends on the scale alone, so
  /// that regions agree with the whole page.
  func halvings(atMost most: Int) -> Int {
    let gain = max(abs(x.gain), abs(y.gain))
    return (0...most).last { halvings in
      let left = gain * Double(1 << halvings)
      return abs(left - 1) < 1e-6 || left <= 0.75
    } ?? 0
  }
}
