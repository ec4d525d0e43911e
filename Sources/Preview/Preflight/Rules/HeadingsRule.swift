import RectoPageModel

/// Headings that leave out a level, over all pages.
struct HeadingsRule: PreflightRule {
  static let order = PreflightRuleKind(
    "heading-order", "A heading is more than one level below the heading before it",
    advice: "Give the heading the level after that of the heading above it")

  let kinds = [order]
  let needs: Set<PageNeed> = [.text]

  func check(_ issue: IssueContents, _ limits: PreflightLimits) -> [Observation] {
    var above: Int?
    var found: [Observation] = []
    for page in issue.pages where page.order != .geometry {
      for heading in page.headings {
        if let above, heading.level > above + 1 {
          found.append(
            Observation(
              Self.order, page: page.index, box: heading.box,
              "the heading \"\(heading.text.excerpt)\" of level \(heading.level) follows one of level "
                + "\(above)"))
        }
        above = heading.level
      }
    }
    return found
  }
}
