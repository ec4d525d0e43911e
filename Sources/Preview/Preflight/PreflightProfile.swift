/// What an issue is checked for: how much each rule matters, and where its limits lie.
public struct PreflightProfile: Sendable, Hashable {
  /// As findings and reports call it.
  public var name: String

  public init(name: String) {
    self.name = name
  }

  /// An issue that is read on a screen.
  public static let tablet = PreflightProfile(name: "tablet")
}
