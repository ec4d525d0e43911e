import RectoPageModel

/// The verdict of a comparison, with its reason.
public struct Verdict: Sendable, Hashable {
  public var passes: Bool
  /// The finding and the tolerance, without a full stop. A comparison that cannot be made does
  /// not pass.
  public var reason: String

  public init(passes: Bool, reason: String) {
    self.passes = passes
    self.reason = reason
  }
}

extension Judge {
  /// See `Comparison.rasterization`.
  func rasterization() -> Verdict {
    guard let bounds else {
      return Verdict(passes: true, reason: "the pictures are the same")
    }
    guard isRedrawn else {
      return Verdict(passes: false, reason: "something changed, and most of the page did not")
    }
    let changes = PictureChanges(
      pair, scale: scale, bounds: bounds, covered: [], words: [], isRedrawn: true
    ).changes
    if let change = changes.first(where: { $0.kind != .antialiasing }) {
      return Verdict(passes: false, reason: change.kind.sentence)
    }
    return Verdict(passes: true, reason: "edges are smoothed differently, as between rasterizers")
  }
}
