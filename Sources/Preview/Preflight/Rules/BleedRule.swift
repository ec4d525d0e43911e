import RectoPageModel

/// Pages whose pictures and colors reach the edge and do not go on beyond it: where the cut is not
/// exact, paper shows.
struct BleedRule: PreflightRule {
  static let missing = PreflightRuleKind(
    "bleed-missing", "Content reaches the edge of a page but has no bleed beyond it",
    advice: "Let pictures and colors run over the edge, and export the file with its bleed")

  let kinds = [missing]
  let needs: Set<PageNeed> = [.picture]

  /// The distance from the edge, in points, within which ink counts as reaching the edge.
  private static let depth = 1.5
  /// The minimum length of inked edge in one place, in points; a rule that ends there is shorter.
  private static let shortestRun = 3.0
  /// Boxes are rounded to whole numbers by what writes them.
  private static let tolerance = 0.5

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    guard limits.bleed > 0, let picture = page.picture else { return [] }
    let short = Edge.allCases.compactMap { edge -> (edge: Edge, box: Rect)? in
      guard
        edge.distance(from: page.trim, to: page.facts.boxes.bleed) < limits.bleed - Self.tolerance
      else { return nil }
      return inked(edge.strip(of: page.trim, depth: Self.depth), along: edge, in: picture)
        .map { (edge, $0) }
    }
    guard let first = short.first else { return [] }
    let room =
      short.map { $0.edge.distance(from: page.trim, to: page.facts.boxes.bleed) }.min() ?? 0
    let names = short.map(\.edge.rawValue).joined(separator: ", ")
    return [
      Observation(
        Self.missing, page: page.index,
        box: short.dropFirst().reduce(first.box) { $0.union($1.box) },
        "content reaches the edge of the page (\(names)) with \(brief(max(0, room))) points of bleed "
          + "beyond it; \(brief(limits.bleed)) are required")
    ]
  }

  /// The part of a strip along an edge from its first inked run to its last; nil if there is none.
  private func inked(_ strip: Rect, along edge: Edge, in picture: PagePicture) -> Rect? {
    let (columns, rows) = picture.pixels(in: strip)
    let (along, across) = edge.isUpright ? (rows, columns) : (columns, rows)
    // The outermost pixel may belong partly to the cut-off area.
    let deep = across.dropFirst(edge.isFirst ? 1 : 0).dropLast(edge.isFirst ? 0 : 1)
    guard !deep.isEmpty else { return nil }
    let wanted = Int((Self.shortestRun * picture.scale).rounded(.up))
    var run = 0
    var found: Range<Int>?
    for position in along {
      let isInked = deep.allSatisfy { depth in
        !(edge.isUpright ? picture.color(depth, position) : picture.color(position, depth)).isPaper
      }
      run = isInked ? run + 1 : 0
      if run >= wanted { found = (found?.lowerBound ?? position + 1 - run)..<position + 1 }
    }
    guard let found else { return nil }
    let low = Double(found.lowerBound) / picture.scale
    let length = Double(found.count) / picture.scale
    return edge.isUpright
      ? Rect(x: strip.x, y: low, width: strip.width, height: length)
      : Rect(x: low, y: strip.y, width: length, height: strip.height)
  }
}

private enum Edge: String, CaseIterable {
  case left, right, top, bottom

  var isUpright: Bool { self == .left || self == .right }
  /// True if it comes first on its axis.
  var isFirst: Bool { self == .left || self == .top }

  /// The distance by which one box reaches beyond another.
  func distance(from inner: Rect, to outer: Rect) -> Double {
    switch self {
    case .left: inner.minX - outer.minX
    case .right: outer.maxX - inner.maxX
    case .top: inner.minY - outer.minY
    case .bottom: outer.maxY - inner.maxY
    }
  }

  func strip(of box: Rect, depth: Double) -> Rect {
    switch self {
    case .left: Rect(x: box.minX, y: box.minY, width: depth, height: box.height)
    case .right: Rect(x: box.maxX - depth, y: box.minY, width: depth, height: box.height)
    case .top: Rect(x: box.minX, y: box.minY, width: box.width, height: depth)
    case .bottom: Rect(x: box.minX, y: box.maxY - depth, width: box.width, height: depth)
    }
  }
}
