import RectoPageModel

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
