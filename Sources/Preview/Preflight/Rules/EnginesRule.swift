import RectoPageModel
import RectoSnapshots

/// Pages that two engines draw or read differently, and so readers of different programs see
/// differently. It needs a second engine, so that it is not among the rules that look at one
/// publication.
struct EnginesRule: Sendable {
  static let kind = PreflightRuleKind(
    "engines-differ", "Two engines draw or read a page differently (with --check-engines)",
    advice: "Look at the page with recto compare --report, and replace what only one engine shows")

  private let comparison: EngineComparison

  init(_ comparison: EngineComparison) {
    self.comparison = comparison
  }

  /// Nil for a page on which the engines agree. Throws as `EngineComparison.page(_:)`.
  func check(_ page: Int) async throws(PageError) -> Observation? {
    let outcome = try await comparison.page(page).outcome
    return outcome.isGood ? nil : Observation(Self.kind, page: page, outcome.sentence)
  }
}
