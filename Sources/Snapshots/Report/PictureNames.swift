/// The names of the two pictures of a page in a report.
public struct PictureNames: Sendable, Hashable {
  /// The first one, which the other one is compared with.
  public var golden: String
  public var current: String

  public init(golden: String, current: String) {
    self.golden = golden
    self.current = current
  }

  /// A golden and the page as it is now.
  public static let goldens = PictureNames(golden: "Golden", current: "Now")
}
