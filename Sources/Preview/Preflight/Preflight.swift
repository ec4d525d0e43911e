import PageModel
import Pipeline

/// Looks through an issue for what would embarrass its publisher.
///
///     let findings = try await Preflight(profile: .tablet).findings(in: issue)
public struct Preflight: Sendable {
  public let profile: PreflightProfile

  public init(profile: PreflightProfile) {
    self.profile = profile
  }

  /// What was found, sorted: the whole publication's first, then page by page from the top down.
  public func findings(in publication: OpenPublication) async throws -> [PreflightFinding] { [] }
}
