import RectoPageModel

/// Pages that cannot be shown.
struct UnreadablePageRule: PreflightRule {
  static let unreadable = PreflightRuleKind(
    "page-unreadable", "A page cannot be read or drawn", advice: "Export the page again")

  let kinds = [unreadable]

  func check(_ issue: IssueContents, _ limits: PreflightLimits) -> [Observation] {
    issue.failures.map { failure in
      Observation(Self.unreadable, page: failure.page, failure.error.message)
    }
  }
}
