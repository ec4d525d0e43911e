/// What an issue is checked for: how much each rule matters, and where the limits lie.
public struct PreflightProfile: Sendable, Hashable {
  /// As findings and reports call it.
  public var name: String
  /// By the names of rules; a rule that is not listed is not looked at.
  public var severities: [String: PreflightFinding.Severity]
  public var limits: PreflightLimits

  public init(
    name: String, severities: [String: PreflightFinding.Severity], limits: PreflightLimits
  ) {
    self.name = name
    self.severities = severities
    self.limits = limits
  }
}
