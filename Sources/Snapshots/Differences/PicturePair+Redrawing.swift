import RectoPageModel

extension PicturePair {
  /// A rasterizer draws all letters otherwise: where fewer than these are, something else did it.
  private static let leastWords = 0.5
  /// The same share for edges in general: photographs and straight lines have many that stay.
  private static let leastEdges = 0.2

  /// True if the page differs almost everywhere, as it does when another rasterizer drew it.
  ///
  /// - Parameters:
  ///   - bounds: The box of all differences.
  ///   - words: Boxes of words that are at the same place in both pages.
  ///   - covered: Areas whose differences are explained.
  func isRedrawn(in bounds: PixelBox, words: [PixelBox], covered: [PixelBox]) -> Bool {
    let drawn = words.filter { richness(.golden, $0, most: 2) > 1 }
    if !drawn.isEmpty {
      let touched = drawn.count { self.bounds(in: $0) != nil }
      return Double(touched) >= Self.leastWords * Double(drawn.count)
    }
    let side = 2 * PictureChanges.cell
    var edges = edgeCells(side: side)
    for cell in covered.flatMap(edges.cells) { edges.counts[cell] = 0 }
    let differing = cells(in: bounds, side: side)
    let all = edges.counts.indices.filter { edges.counts[$0] > 0 }
    let touched = all.count { differing.counts[$0] > 0 }
    return Double(touched) >= Self.leastEdges * Double(all.count)
  }
}
