import RectoPageModel

/// The grapheme clusters of a placed line, each with its place.
struct LineClusters {
  struct Cluster {
    /// In code units of the paragraph.
    var range: Range<Int>
    /// The number of its run.
    var run: Int
    /// Its share of the line, as high as its font.
    var box: Rect
    /// The bounding box of the drawn glyphs.
    var ink: Rect
  }

  /// In reading order.
  private(set) var clusters: [Cluster] = []

  init(_ placed: LaidOutFrame.PlacedLine) {
    for (number, run) in placed.line.runs.enumerated() {
      add(run, number, placed)
    }
    if placed.line.runs.contains(where: { $0.level > 0 }) {
      clusters.sort { $0.range.lowerBound < $1.range.lowerBound }
    }
  }

  private mutating func add(_ run: GlyphRun, _ number: Int, _ placed: LaidOutFrame.PlacedLine) {
    let units = placed.paragraph.text.units
    let (above, below) = placed.extent(of: run)
    let end = min(placed.line.range.upperBound, units.count)
    var x = run.x.points
    var found: [Cluster] = []
    for cluster in run.clusters(endingAt: end) {
      var width: Int32 = 0
      for glyph in cluster.glyphs { width = width &+ run.glyphs[glyph].advance }
      let end = x + ScaledPoints(rawValue: width).points
      let box = placed.box(from: x, to: end, above: above, below: below)
      x = end
      guard !cluster.units.isEmpty else { continue }
      // A tab without a leader has no glyph, and is in the cluster of the letter before it.
      let letters = cluster.units.prefix { $0 == cluster.units.lowerBound || units[$0] != 0x09 }
      var ink = box
      for glyph in cluster.glyphs {
        if let drawn = placed.ink(of: run.glyphs[glyph], run) { ink = ink.union(drawn) }
      }
      found.append(Cluster(range: letters, run: number, box: box, ink: ink))
    }
    if run.isRightToLeft { found.reverse() }
    if clusters.isEmpty { clusters = found } else { clusters += found }
  }
}

extension LaidOutFrame.PlacedLine {
  /// The ink box of a glyph on the page; nil for a glyph without ink.
  func ink(of glyph: Glyph, _ run: GlyphRun) -> Rect? {
    let ink = run.font.ink(of: glyph.id)
    guard ink.right > ink.left else { return nil }
    func points(_ value: Int32) -> Double { ScaledPoints(rawValue: value).points }
    let (x, y) = (points(glyph.x), points(glyph.y))
    if isVertical, run.orientation == .upright {
      return Rect(
        Point(x: origin.x + y + points(ink.left), y: origin.y + x - points(ink.top)),
        Point(x: origin.x + y + points(ink.right), y: origin.y + x - points(ink.bottom)))
    }
    return box(
      from: x + points(ink.left), to: x + points(ink.right), above: y + points(ink.top),
      below: -(y + points(ink.bottom)))
  }
}
