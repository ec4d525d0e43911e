import RectoPageModel

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
        "a picture is in \(color.model.title); what is wanted is \(allowed)")
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
