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
  /// The minimum side of a picture in points: a smaller one is a dot or a rule.
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
          + "pixels per inch as placed; at least \(brief(wanted)) are required")
    }
  }

  /// True if the picture is the page, in a file that does not state its size.
  private func isUnstated(_ image: PlacedImage, on page: PageContents) -> Bool {
    guard let found = image.dotsPerInch, image.box == page.facts.boxes.crop else { return false }
    return page.images.count == 1 && image.placedSize == nil
      && found.horizontal == Self.unstatedResolution
  }
}

/// Pictures whose colors are not those of where the issue is shown.
struct ColorRule: PreflightRule {
  static let color = PreflightRuleKind(
    "picture-color", "A picture is in a color space that the profile does not allow",
    advice: "Convert the picture to a color space that the profile allows")

  let kinds = [color]
  let needs: Set<PageNeed> = [.images]

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    page.images.compactMap { image in
      guard let color = image.color, !limits.pictureColors.contains(color.model) else { return nil }
      let allowed = limits.pictureColors.map(\.title).sorted().joined(separator: ", ")
      return Observation(
        Self.color, page: page.index, box: image.box,
        "a picture is in \(color.model.title); the profile allows \(allowed)")
    }
  }
}

extension PictureColor.Model {
  fileprivate var title: String {
    switch self {
    case .gray: "gray"
    case .rgb: "RGB"
    case .cmyk: "CMYK"
    case .lab: "Lab"
    case .spot: "spot colors"
    }
  }
}

/// Pictures that are not there.
struct MissingPictureRule: PreflightRule {
  static let missing = PreflightRuleKind(
    "picture-missing", "A picture is not drawn, because its file is missing or unreadable",
    advice: "Put the picture's file where the page looks for it")

  let kinds = [missing]
  let needs: Set<PageNeed> = [.images]

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    page.images.filter(\.isMissing).map { image in
      var name = "a picture"
      if case .text(let text) = image.alternative { name = "the picture \"\(text.excerpt)\"" }
      return Observation(
        Self.missing, page: page.index, box: image.box,
        "\(name) is not drawn: its file is missing or unreadable")
    }
  }
}

/// Pictures without a description for readers who cannot see them.
struct AlternativeTextRule: PreflightRule {
  static let missing = PreflightRuleKind(
    "alternative-text", "A picture has no alternative text and is not marked as an ornament",
    advice: "Say in a sentence what the picture shows, or mark it as an ornament")

  let kinds = [missing]
  let needs: Set<PageNeed> = [.images]

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    page.images.filter { $0.alternative == .missing }.map { image in
      Observation(
        Self.missing, page: page.index, box: image.box, "a picture has no alternative text")
    }
  }
}
