import RectoPageModel

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
      let mean = leastMean(expected, turned)
      if mean > Self.largestMean {
        complaints.append(
          "turned by \(rotation.rawValue) it is a different picture: \(mean) of 255 on average")
      }
    }
    return complaints
  }

  /// Antialiasing differs along every edge of a turned page; a page of dense text that is turned
  /// wrongly is ten times as far from what it should be.
  private static let largestMean = 6.0

  /// The mean difference, at the best of the nine places that are at most a pixel apart: glyphs
  /// and pictures that are drawn on whole pixels are rounded to the other side when turned.
  private func leastMean(_ a: Picture, _ b: Picture) -> Double {
    let straight = PictureDifference(a, b).mean
    guard straight > Self.largestMean, a.width > 2, a.height > 2 else { return straight }
    let inner = (width: a.width - 2, height: a.height - 2)
    guard let middle = a.crop(x: 1, y: 1, width: inner.width, height: inner.height) else {
      return straight
    }
    let shifted = (0..<9).compactMap { place in
      b.crop(x: place % 3, y: place / 3, width: inner.width, height: inner.height)
    }
    return shifted.map { PictureDifference(middle, $0).mean }.min() ?? straight
  }

  /// A scale of 3 or less at which both sides are nearly whole pixels: only then does a turn map the
  /// pixel grid onto itself.
  private func wholePixelScale(_ page: any Page) -> Double {
    func distance(_ scale: Double) -> Double {
      let height = page.size.height * scale
      return abs(height - height.rounded())
    }
    let largest = (page.size.width * page.moderate(3)).rounded(.down)
    guard largest >= 2 else { return page.moderate(3) }
    let widths = stride(from: largest, through: max(1, largest * 0.7), by: -1)
    let scales = widths.map { $0 / page.size.width }
    return scales.first { distance($0) < 0.02 }
      ?? scales.min { distance($0) < distance($1) } ?? page.moderate(3)
  }
}
