import PageModel

/// A turned page is the page, turned.
struct RotationCheck: PageCheck {
  let name = "rotation"

  func complaints(
    about page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    var request = RenderRequest(scale: .pixelsPerPoint(wholePixelScale(page)))
    let upright = try page.picture(request).picture
    var complaints: [String] = []
    for rotation in [Rotation.quarter, .half, .threeQuarters] {
      request.rotation = rotation
      let turned = try page.picture(request).picture
      let expected = upright.turned(rotation)
      guard turned.width == expected.width, turned.height == expected.height else {
        complaints.append("turned by \(rotation.rawValue) it is \(turned.width) x \(turned.height)")
        continue
      }
      let mean = PictureDifference(expected, turned).mean
      if mean > Self.largestMean {
        complaints.append(
          "turned by \(rotation.rawValue) it is another picture: \(mean) of 255 on average")
      }
    }
    return complaints
  }

  static let largestMean = 6.0

  /// A scale near 1 at which both sides are nearly whole pixels: only then does a turn map the
  /// pixel grid onto itself.
  private func wholePixelScale(_ page: any Page) -> Double {
    func distance(_ scale: Double) -> Double {
      let height = page.size.height * scale
      return abs(height - height.rounded())
    }
    let largest = (page.size.width * page.moderate(1)).rounded(.down)
    guard largest >= 2 else { return page.moderate(1) }
    let widths = stride(from: largest, through: max(1, largest * 0.7), by: -1)
    let scales = widths.map { $0 / page.size.width }
    return scales.first { distance($0) < 0.02 }
      ?? scales.min { distance($0) < distance($1) } ?? page.moderate(1)
  }
}
