import RectoPageModel

/// Pictures that have too few pixels for the size at which they are placed.
struct ResolutionRule: PreflightRule {
  static let resolution = PreflightRuleKind(
    "picture-resolution", "A picture has too few pixels per inch at its placed size",
    advice: "Place the picture smaller, or take one with more pixels")

  let kinds = [resolution]
  let needs: Set<PageNeed> = [.images]

  /// The minimum number of pixels across: a smaller picture is an area of color or a gradient.
  private static let fewestPixels = 4
  /// Shorter than this it is a dot or a rule.
  private static let smallestSide = 9.0
  /// The assumed resolution of a page image that states none.
  private static let unstatedResolution = 72.0

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    page.images.compactMap { image in
      guard let pixels = image.pixelSize, let found = image.dotsPerInch,
        min(pixels.width, pixels.height) > Self.fewestPixels,
        min(image.box.width, image.box.height) >= Self.smallestSide, !isUnstated(image, on: page)
      else { return nil }
      let resolution = min(found.horizontal, found.vertical)
      let isBitmap = image.isStencil || image.color?.bits == 1
      let wanted = isBitmap ? limits.bitmapResolution : limits.pictureResolution
      // Sizes are rounded to pixels and points.
      guard resolution < wanted * 0.99 else { return nil }
      return Observation(
        Self.resolution, page: page.index, box: image.box,
        "a picture of \(pixels.width) x \(pixels.height) pixels has \(Int(resolution.rounded())) "
          + "pixels an inch as it is placed; \(brief(wanted)) are wanted")
    }
  }

  /// True if the picture is the page, in a file that does not state its size.
  private func isUnstated(_ image: PlacedImage, on page: PageContents) -> Bool {
    guard let found = image.dotsPerInch, image.box == page.facts.boxes.crop else { return false }
    return page.images.count == 1 && image.placedSize == nil
      && found.horizontal == Self.unstatedResolution
  }
}
