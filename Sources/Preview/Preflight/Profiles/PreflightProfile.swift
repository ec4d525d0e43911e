/// The purpose that an issue is checked for: the severity of each rule, and the limits.
public struct PreflightProfile: Sendable, Hashable {
  /// The name in findings and reports.
  public var name: String
  /// The severity of each rule, by its name; rules that are not listed are not checked.
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
