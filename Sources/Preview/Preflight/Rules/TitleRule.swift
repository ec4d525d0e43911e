import RectoPageModel

/// Issues that are called by the name of their file.
struct TitleRule: PreflightRule {
  static let missing = PreflightRuleKind(
    "title-missing", "The issue has no title in its metadata",
    advice: "State the title in the metadata")

  let kinds = [missing]

  func check(_ issue: IssueContents, _ limits: PreflightLimits) -> [Observation] {
    let title = issue.info.metadata.title ?? ""
    return title.allSatisfy(\.isWhitespace)
      ? [Observation(Self.missing, "the issue has no title in its metadata")] : []
  }
}
