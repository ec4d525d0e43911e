import RectoPageModel
import RectoPipeline
import RectoSnapshots

/// Checks an issue for problems that would embarrass its publisher.
///
///     let findings = try await Preflight(profile: .tablet).findings(in: issue)
public struct Preflight: Sendable {
  public let profile: PreflightProfile

  /// The maximum number of findings of one rule on one page: the first ones suffice to correct the
  /// cause.
  private static let findingsOfRulePerPage = 25

  public init(profile: PreflightProfile) {
    self.profile = profile
  }

  /// The findings, sorted: first those of the whole issue, then page by page, the worst first and
  /// from the top down.
  ///
  /// `other` is the same source opened with another engine: pages on which the two differ are findings
  /// (`engines-differ`). Checks the named pages, or all; the whole issue, such as its fonts, is
  /// checked in any case. `progress` is called after each page. A page that cannot be read is a
  /// finding. Rethrows the errors of the publication as a whole.
  public func findings(
    in publication: OpenPublication, comparedWith other: OpenPublication? = nil,
    pages: [Int]? = nil, progress: (Int) -> Void = { _ in }
  ) async throws -> [PreflightFinding] {
    let rules = preflightRules.filter { rule in
      rule.kinds.contains { profile.severities[$0.id] != nil }
    }
    let needs = rules.reduce(into: Set<PageNeed>()) { $0.formUnion($1.needs) }
    let reader = PageReader(
      publication: publication, needs: needs, limits: profile.limits,
      sides: needs.contains(.side) ? try await sides(of: publication) : [:],
      folder: try await folder(of: publication))
    let limits = profile.limits
    let engines = other.map { EnginesRule(EngineComparison(first: publication, second: $0)) }

    var observations: [Observation] = []
    var summaries: [PageSummary] = []
    var failures: [(page: Int, error: PageError)] = []
    let wanted = pages ?? Array(0..<publication.pageCount)
    let checked = publication.inOrder(wanted) { index throws(PageError) in
      let page = try await reader.read(index)
      var found = rules.flatMap { $0.check(page, limits).bounded(by: Self.findingsOfRulePerPage) }
      if let seen = try await engines?.check(index) { found.append(seen) }
      return (PageSummary(page), found)
    }
    for await element in checked {
      switch element.result {
      case .success(let (summary, found)):
        summaries.append(summary)
        observations += found
      case .failure(let error): failures.append((element.page, error))
      }
      progress(element.page)
    }
    try Task.checkCancellation()

    let issue = IssueSummary(
      info: try await publication.info, pageCount: publication.pageCount,
      fonts: try await publication.fonts(), outline: try await publication.outline(),
      pages: summaries, failures: failures)
    observations += rules.flatMap { $0.check(issue, limits) }
    return observations.compactMap(finding).sorted(by: comesFirst)
  }

  private func finding(_ seen: Observation) -> PreflightFinding? {
    guard let severity = profile.severities[seen.kind.id] else { return nil }
    return PreflightFinding(
      rule: seen.kind.id, severity: severity, page: seen.page, box: seen.box,
      message: seen.message, advice: seen.advice ?? seen.kind.advice)
  }

  private func comesFirst(_ a: PreflightFinding, _ b: PreflightFinding) -> Bool {
    let (pageA, pageB) = (a.page ?? -1, b.page ?? -1)
    if pageA != pageB { return pageA < pageB }
    if a.severity != b.severity { return a.severity > b.severity }
    let (topA, topB) = (a.box?.minY ?? -.infinity, b.box?.minY ?? -.infinity)
    if topA != topB { return topA < topB }
    return (a.rule, a.message) < (b.rule, b.message)
  }

  private func sides(of publication: OpenPublication) async throws -> [Int: SpreadSide] {
    var sides: [Int: SpreadSide] = [:]
    for spread in try await publication.spreads() {
      guard let left = spread.left, let right = spread.right else { continue }
      sides[left] = .left
      sides[right] = .right
    }
    return sides
  }

  /// A PDF names files beside it; of other sources the backend knows its files.
  private func folder(of publication: OpenPublication) async throws(PageError) -> String? {
    guard publication.source != "-", try await publication.info.format.hasPrefix("PDF") else {
      return nil
    }
    return RectoPageModel.folder(ofFile: publication.source)
  }
}

extension [Observation] {
  /// The first `count` of one kind, with the number of the others.
  fileprivate func bounded(by count: Int) -> [Observation] {
    var counts: [PreflightRuleKind: Int] = [:]
    var kept = filter { seen in
      counts[seen.kind, default: 0] += 1
      return counts[seen.kind, default: 0] <= count
    }
    for (kind, found) in counts where found > count {
      kept.append(
        Observation(
          kind, page: first?.page, "there are \(found - count) more of the kind on the page"))
    }
    return kept
  }
}
