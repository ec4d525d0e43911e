import RectoPageModel

/// Issues that do not say what language they are in, so that a voice reads them wrong.
struct LanguageRule: PreflightRule {
  static let missing = PreflightRuleKind(
    "language-missing", "The issue does not state its language",
    advice: "State the language in the metadata, such as en-GB")

  let kinds = [missing]
  let needs: Set<PageNeed> = [.text]

  func check(_ issue: IssueContents, _ limits: PreflightLimits) -> [Observation] {
    let written = issue.pages.filter(\.hasWords)
    guard !written.isEmpty else { return [] }
    guard let language = issue.info.metadata.language, !language.isEmpty else {
      return written.allSatisfy(\.statesLanguage)
        ? [] : [Observation(Self.missing, "the issue does not state its language")]
    }
    guard !isTag(language) else { return [] }
    return [
      Observation(
        Self.missing,
        "the language of the issue is \"\(language.excerpt)\", which is not a language tag")
    ]
  }

  /// True if it has the form of a tag (RFC 5646, 2.1): parts of letters and digits, the first of
  /// two or three letters, or `x` or `i` before others.
  private func isTag(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard
      parts.allSatisfy({ part in
        (1...8).contains(part.utf8.count)
          && part.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) }
      })
    else { return false }
    let first = parts[0].lowercased()
    let isPrivate = ["x", "i"].contains(first) && parts.count > 1
    return isPrivate || (2...8).contains(first.count) && first.allSatisfy(\.isLetter)
  }
}
