import RectoPageModel

/// A region has the pixels that the same part of the whole page has.
struct RegionCheck: PageCheck {
  let name = "region"

  func problems(
    of page: any Page, in publication: any Publication
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

/// Rendering draws on the bitmap it is given, the same each time, and over the background.
struct RenderCheck: PageCheck {
  let name = "render"

  func problems(
    of page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    var complaints: [String] = []
    var request = RenderRequest(scale: .pixelsPerPoint(page.moderate(1)))
    let first = try page.picture(request).picture
    if !first.isSame(as: try page.picture(request).picture) {
      complaints.append("the same request gives different pixels the second time")
    }
    request.background = .transparent
    let clear = try page.picture(request).picture
    let overbright = clear.pixels.contains { pixel in
      let alpha = pixel >> 24
      return pixel & 0xFF > alpha || pixel >> 8 & 0xFF > alpha || pixel >> 16 & 0xFF > alpha
    }
    if overbright { complaints.append("with alpha, a color is brighter than its alpha allows") }
    return complaints
  }
}

/// A turned page is the page, turned.
struct RotationCheck: PageCheck {
  let name = "rotation"

  func problems(
    of page: any Page, in publication: any Publication
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
  /// wrongly is ten times as far from the right picture.
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

/// Checks that a page's properties do not depend on the number of calls or on earlier rendering.
struct StabilityCheck: PageCheck {
  let name = "stability"

  func problems(
    of page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    let first = try Answers(page)
    let again = try Answers(page)
    _ = try page.picture(
      RenderRequest(scale: .pixelsPerPoint(page.moderate(2)), rotation: .quarter))
    let afterRender = try Answers(page)
    let afresh = try Answers(try publication.page(at: page.index))
    return [
      (again, "it answers differently when it is asked again"),
      (afterRender, "it answers differently after it was rendered"),
      (afresh, "it answers differently when it is fetched again"),
    ].filter { $0.0 != first }.map { "\($0.1): \(first.difference($0.0))" }
  }

  private struct Answers: Equatable {
    var text: PageText?
    var links: [Link]?
    var images: [PlacedImage]?
    var annotations: [Annotation]?
    var formFields: [FormField]?
    var media: [MediaItem]?

    init(_ page: any Page) throws(PageError) {
      text = try (page as? any TextPage)?.text()
      links = try (page as? any LinksPage)?.links()
      images = try (page as? any ImagesPage)?.images()
      annotations = try (page as? any AnnotatedPage)?.annotations()
      formFields = try (page as? any AnnotatedPage)?.formFields()
      media = try (page as? any MediaPage)?.media()
    }

    func difference(_ other: Answers) -> String {
      if text != other.text { return "its text differs" }
      if links != other.links { return "its links differ" }
      if images != other.images { return "its images differ" }
      if media != other.media { return "its media differ" }
      return "its annotations or form fields differ"
    }
  }
}
