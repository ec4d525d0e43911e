import RectoPageModel

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
      pair, bounds: bounds, covered: [], words: [], isRedrawn: true
    ).changes
    if let change = changes.first(where: { $0.kind != .antialiasing }) {
      return Verdict(passes: false, reason: change.kind.sentence)
    }
    return Verdict(passes: true, reason: "edges are smoothed otherwise, as another rasterizer does")
  }
}
