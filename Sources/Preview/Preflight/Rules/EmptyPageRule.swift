import RectoPageModel

/// Pages with nothing on them.
struct EmptyPageRule: PreflightRule {
  static let empty = PreflightRuleKind(
    "page-empty", "A page has nothing on it",
    advice: "Remove the page, or add the missing content")

  let kinds = [empty]
  let needs: Set<PageNeed> = [.text, .links, .media, .picture]

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    guard page.text.blocks.isEmpty, page.links.isEmpty, page.media.isEmpty,
      page.picture?.isUniform == true
    else { return [] }
    return [
      Observation(Self.empty, page: page.index, box: page.trim, "the page has nothing on it")
    ]
  }
}
