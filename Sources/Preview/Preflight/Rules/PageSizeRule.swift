import RectoPageModel

/// Pages of another size than the others.
struct PageSizeRule: PreflightRule {
  static let size = PreflightRuleKind(
    "page-size", "A page has another size than most pages of the issue",
    advice: "Give all pages one trimmed size, or mark this one as intended")

  let kinds = [size]

  /// Points that no cut is exact to.
  private static let tolerance = 1.0

  func check(_ issue: IssueContents, _ limits: PreflightLimits) -> [Observation] {
    // A reflowable issue has the size that the reader asks for, unless it can be written as pages.
    guard !issue.info.isReflowable || issue.info.capabilities.contains(.pdf) else { return [] }
    guard let usual = usualSize(of: issue.pages) else { return [] }
    return issue.pages.filter { !isNear($0.shownSize, usual) }.map { page in
      Observation(
        Self.size, page: page.index,
        "the page is \(brief(page.shownSize.width)) x \(brief(page.shownSize.height)) points; most "
          + "are \(brief(usual.width)) x \(brief(usual.height))")
    }
  }

  /// That of most pages; of equally many the one that comes first.
  private func usualSize(of pages: [PageSummary]) -> Size? {
    var sizes: [(size: Size, count: Int)] = []
    for page in pages {
      if let index = sizes.firstIndex(where: { isNear($0.size, page.shownSize) }) {
        sizes[index].count += 1
      } else {
        sizes.append((page.shownSize, 1))
      }
    }
    return sizes.reversed().max { $0.count < $1.count }?.size
  }

  private func isNear(_ a: Size, _ b: Size) -> Bool {
    abs(a.width - b.width) <= Self.tolerance && abs(a.height - b.height) <= Self.tolerance
  }
}
