import PageModel

extension Judge {
  /// A rasterizer draws all letters otherwise: where fewer than these are, something else did it.
  private static let leastWords = 0.5
  /// The same of edges in general, of which photographs and straight lines have many that stay.
  private static let leastEdges = 0.2

  /// See `Comparison.rasterization`.
  func rasterization() -> Verdict {
    guard let bounds else {
      return Verdict(passes: true, reason: "the pictures are the same")
    }
    // Which change it is does not matter here, and takes long to find out.
    guard pair.explain(in: bounds, countingTo: 1).isExplained else {
      return Verdict(passes: false, reason: "pixels changed that no rasterizer draws otherwise")
    }
    let changes = PictureChanges(pair, bounds: bounds, covered: [], words: []).changes
    if let change = changes.first(where: { $0.kind != .antialiasing }) {
      return Verdict(passes: false, reason: change.kind.sentence)
    }
    guard isEverywhere(bounds) else {
      return Verdict(passes: false, reason: "edges are smoothed otherwise, but not everywhere")
    }
    return Verdict(passes: true, reason: "edges are smoothed otherwise, as another rasterizer does")
  }

  private func isEverywhere(_ bounds: PixelBox) -> Bool {
    let drawn = words.filter { pair.richness(.golden, $0, most: 2) > 1 }
    if !drawn.isEmpty {
      let touched = drawn.count { pair.bounds(in: $0) != nil }
      return Double(touched) >= Self.leastWords * Double(drawn.count)
    }
    let side = 2 * PictureChanges.cell
    let edges = pair.edgeCells(side: side)
    let differing = pair.cells(in: bounds, side: side)
    let all = edges.counts.indices.filter { edges.counts[$0] > 0 }
    let touched = all.count { differing.counts[$0] > 0 }
    return Double(touched) >= Self.leastEdges * Double(all.count)
  }
}
