import RectoPageModel

/// Entries of the table of contents that lead nowhere, and issues that have none.
struct OutlineRule: PreflightRule {
  static let broken = PreflightRuleKind(
    "outline-broken", "An entry of the table of contents leads nowhere",
    advice: "Correct where the entry leads, or take it out")
  static let missing = PreflightRuleKind(
    "outline-missing", "A long issue has no table of contents for the reader's program",
    advice: "Export the file with bookmarks")

  let kinds = [broken, missing]
  let needs: Set<PageNeed> = []

  /// An issue with fewer pages is looked through faster than a table is.
  private static let longIssue = 10

  func check(_ issue: IssueContents, _ limits: PreflightLimits) -> [Observation] {
    guard !issue.outline.isEmpty else {
      let lacksOutline = issue.pageCount >= Self.longIssue
      return lacksOutline
        ? [Observation(Self.missing, "the issue has \(issue.pageCount) pages and no outline")] : []
    }
    return issue.outline.flatMap { broken(in: $0, issue.pageCount) }
  }

  private func broken(in item: OutlineItem, _ pageCount: Int) -> [Observation] {
    var found: [Observation] = []
    switch item.target {
    case .broken(let name):
      found.append(
        Observation(
          Self.broken,
          "the entry \"\(item.title.excerpt)\" leads to \(name.excerpt), which is not there"))
    case .page(let index, _) where !(0..<pageCount).contains(index):
      found.append(
        Observation(
          Self.broken,
          "the entry \"\(item.title.excerpt)\" leads to page \(index &+ 1) of \(pageCount)"))
    default: break
    }
    return found + item.children.flatMap { broken(in: $0, pageCount) }
  }
}
