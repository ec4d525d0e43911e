import RectoPageModel

/// A region has the pixels that the same part of the whole page has.
struct RegionCheck: PageCheck {
  let name = "region"

  func complaints(
    about page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    var complaints: [String] = []
    // One scale that falls on the grid of the points, and one that does not.
    for scale in [page.moderate(1), page.moderate(1) * 0.83] {
      var request = RenderRequest(scale: .pixelsPerPoint(scale))
      let whole = try page.picture(request)
      for region in regions(of: page.size) {
        request.region = region
        let part = try page.picture(request)
        let (x, y) = (
          whole.grid.transform.x0 - part.grid.transform.x0,
          whole.grid.transform.y0 - part.grid.transform.y0
        )
        let size = part.grid.size
        let crop = whole.picture.crop(
          x: Int(x.rounded()), y: Int(y.rounded()), width: size.width, height: size.height)
        guard let crop else {
          complaints.append("the region \(brief(region)) reaches beyond the page's pixels")
          continue
        }
        if let complaint = complaint(crop, part.picture) {
          complaints.append("the region \(brief(region)) at scale \(scale) \(complaint)")
        }
      }
    }
    return complaints
  }

  private func complaint(_ crop: Picture, _ part: Picture) -> String? {
    let difference = PictureDifference(crop, part, tolerance: Self.tolerance)
    guard difference.share > Self.share else { return nil }
    return "is not the crop of the page: \(difference.share * 100) % of its pixels differ"
  }

  /// Drawing at fractions of a pixel is rounded differently when the origin moves by whole pixels:
  /// an enlarged picture's edge in the middle of a pixel, a shading's step. Backends reproduce all
  /// but a few pages exactly; a region that is off by a pixel differs by far more.
  private static let tolerance = 2
  /// The part of the pixels that may differ by more than the tolerance.
  private static let share = 0.001

  /// A part inside, one that touches the edges, and one at odd fractions of a point.
  private func regions(of size: Size) -> [Rect] {
    [
      Rect(
        x: size.width * 0.25, y: size.height * 0.125, width: size.width * 0.5,
        height: size.height * 0.5),
      Rect(
        x: size.width * 0.5, y: size.height * 0.5, width: size.width, height: size.height),
      Rect(
        x: size.width * 0.1373 + 0.31, y: size.height * 0.2791 + 0.77, width: size.width * 0.3119,
        height: size.height * 0.2837),
    ]
  }

  private func brief(_ rect: Rect) -> String {
    [rect.x, rect.y, rect.width, rect.height].map { "\(($0 * 100).rounded() / 100)" }
      .joined(separator: ",")
  }
}
