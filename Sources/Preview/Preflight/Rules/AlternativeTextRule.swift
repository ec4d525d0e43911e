import RectoPageModel

/// Pictures that say nothing to those who do not see them.
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
