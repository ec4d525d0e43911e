import PageModel

/// The grapheme clusters of a placed line, each with its place.
struct LineClusters {
  struct Cluster {
    /// In code units of the paragraph.
    var range: Range<Int>
    /// The number of its run.
    var run: Int
    /// Its share of the line, as high as its font.
    var box: Rect
    /// Covers what is drawn.
    var ink: Rect
  }

  /// In reading order.
  private(set) var clusters: [Cluster] = []

  init(_ placed: SetFrame.PlacedLine) {
    for (number, run) in placed.line.runs.enumerated() {
      add(run, number, placed)
    }
    if placed.line.runs.contains(where: { $0.level > 0 }) {
      clusters.sort { $0.range.lowerBound < $1.range.lowerBound }
    }
  }

  private mutating func add(_ run: GlyphRun, _ number: Int, _ placed: SetFrame.PlacedLine) {
    let units = placed.paragraph.text.units
    let (above, below) = placed.extent(of: run)
    let end = min(run.range.upperBound, placed.line.range.upperBound)
    var glyphs = run.glyphs[...]
    var found: [(start: Int, box: Rect, ink: Rect)] = []
    var x = run.x.points
    while let first = glyphs.first {
      let group = glyphs.prefix { $0.cluster == first.cluster }
      let width = group.reduce(0) { $0 + ScaledPoints(rawValue: $1.advance).points }
      let box = placed.box(from: x, to: x + width, above: above, below: below)
      let ink = group.reduce(box) { $0.union(placed.ink(of: $1, run) ?? $0) }
      found.append((Int(first.cluster), box, ink))
      x += width
      glyphs = glyphs.dropFirst(group.count)
    }
    if run.isRightToLeft { found.reverse() }
    for (index, entry) in found.enumerated() {
      let next = index + 1 < found.count ? found[index + 1].start : end
      guard entry.start < min(next, units.count) else { continue }
      clusters.append(
        Cluster(range: entry.start..<next, run: number, box: entry.box, ink: entry.ink))
    }
  }
}

extension SetFrame.PlacedLine {
  /// Where a glyph's ink lies on the page; nil for one without any.
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
