import RectoPageModel

/// Puts blocks into reading order by cutting the page along its gaps, again and again (recursive XY-cut):
/// columns one after the other, each from top to bottom.
enum XYCut {
  /// A block by its index, without its lines, since blocks are sorted often.
  struct Place {
    let index: Int
    var start: Double
    var end: Double
    let top: Double
    let bottom: Double
    /// The distance of its first baseline from the top.
    let baseline: Double
    let size: Double

    var area: Double { (end - start) * (bottom - top) }
  }

  private enum Axis {
    case across
    case down
  }

  /// The smallest size of a title, in multiples of the size of most text.
  private static let smallestTitle = 1.25
  /// The largest height of a term in a description list, in em: one line.
  private static let tallestTerm = 1.6
  /// The largest distance between the baselines of a term and of its text, in em.
  private static let widestTermLeading = 1.6
  /// The largest difference between level baselines, in em.
  private static let widestDrop = 0.25
  /// The narrowest gap between columns, in points.
  private static let narrowestGutter = 4.0
  /// Blocks of fewer lines are as wide as their widest line.
  private static let leastColumnLines = 4
  /// The largest height of a running head or foot, as a share of the whole height.
  private static let highestEdge = 0.12
  /// The largest width of an author's name above a column, as a share of the column's width.
  private static let widestName = 0.6
  /// The smallest gap between authors' names and the text below them, in em.
  private static let leastAbove = 1.5
  /// The maximum number of blocks: a page with more is not for reading, and would take long.
  private static let mostBlocks = 2_000

  /// The indices of upright blocks, none of them empty, in reading order; columns of right-to-left text
  /// from the right.
  static func readingOrder(of blocks: [[LineRepair.Line]], isRightToLeft: Bool) -> [Int] {
    let found = blocks.enumerated().map { index, lines in
      let box = lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }
      let ends = lines.map { isRightToLeft ? -$0.box.minX : $0.box.maxX }.sorted()
      return Place(
        index: index, start: isRightToLeft ? -box.maxX : box.minX, end: columnEnd(ends),
        top: box.minY, bottom: box.maxY, baseline: lines[0].baseline,
        size: lines.map(\.size).max() ?? 0)
    }
    return inReadingOrder(found).map(\.index)
  }

  /// The end of a block whose lines end at `ends`, in ascending order: a few lines that reach into the
  /// gutter do not close it.
  private static func columnEnd(_ ends: [Double]) -> Double {
    ends[ends.count < leastColumnLines ? ends.count - 1 : (ends.count - 1) * 4 / 5]
  }

  /// Cuts the page along its gaps: into columns, or else into parts above one another.
  static func inReadingOrder(_ all: [Place]) -> [Place] {
    guard all.count > 1 else { return all }
    guard all.count <= mostBlocks else { return fromTop(all) }
    let places = withWideTitles(all)
    let columns = parts(places, along: .across)
    let strips = parts(places, along: .down)
    if columns.count > 1 {
      return edges(strips, columns.count) ?? descriptions(columns)
        ?? columns.flatMap(inReadingOrder)
    }
    guard strips.count > 1 else { return fromTop(places) }
    return joined(strips).flatMap(inReadingOrder)
  }

  /// The places in reading order, with the first strip before all others or the last strip after
  /// them. That strip must be a running head or foot that bridges a gutter, or a row of authors'
  /// names above several columns. Returns nil if there is no such strip.
  private static func edges(_ strips: [[Place]], _ columnCount: Int) -> [Place]? {
    guard strips.count > 1 else { return nil }
    let (top, bottom) = span(strips.joined())
    for isHead in [true, false] {
      let edge = isHead ? strips[0] : strips[strips.count - 1]
      let others = Array((isHead ? strips.dropFirst() : strips.dropLast()).joined())
      let (start, end) = span(edge)
      guard end - start <= highestEdge * (bottom - top),
        parts(others, along: .across).count > columnCount || isHead && isApart(edge, from: others)
      else { continue }
      let (first, second) = isHead ? (edge, others) : (others, edge)
      return inReadingOrder(first) + inReadingOrder(second)
    }
    return nil
  }

  private static func span(_ places: some Sequence<Place>) -> (top: Double, bottom: Double) {
    places.reduce((.infinity, -.infinity)) { (min($0.0, $1.top), max($0.1, $1.bottom)) }
  }

  /// True if places lie above several columns, are narrow in each, and well above the columns'
  /// text.
  private static func isApart(_ edge: [Place], from others: [Place]) -> Bool {
    let columns = Self.columns(others.map { ($0.start, $0.end) })
    let own = edge.map { place in
      columns.firstIndex {
        place.start >= $0.start - 1 && place.end <= $0.end + 1
          && place.end - place.start <= widestName * ($0.end - $0.start)
      }
    }
    let size = edge.map(\.size).max() ?? 0
    return Set(own).count > 1 && !own.contains(nil)
      && span(others).top - span(edge).bottom >= leastAbove * size
  }

  /// The places of two columns of which the first has the terms of a description list and the second their
  /// texts: each term before its own texts. Nil for other columns.
  private static func descriptions(_ columns: [[Place]]) -> [Place]? {
    guard columns.count == 2,
      columns[0].allSatisfy({ $0.bottom - $0.top <= tallestTerm * $0.size }),
      let start = columns[0].map(\.start).min(), let indent = columns[1].map(\.start).min(),
      let end = columns[1].map(\.end).max(), indent - start <= end - indent
    else { return nil }
    let terms = columns[0].sorted { $0.baseline < $1.baseline }
    let texts = columns[1].sorted { $0.baseline < $1.baseline }
    for (index, term) in terms.enumerated() {
      let next = index + 1 < terms.count ? [terms[index + 1]] : []
      guard (texts + next).contains(where: { isText($0, of: term) }),
        !texts.contains(where: { isBeside($0, term) })
      else { return nil }
    }
    var result: [Place] = []
    var rest = texts[...]
    for term in terms {
      let above = rest.prefix { $0.baseline < term.baseline - tolerance(term, $0) }
      result += inReadingOrder(Array(above)) + [term]
      rest = rest.dropFirst(above.count)
    }
    return result + inReadingOrder(Array(rest))
  }

  /// True if a text begins on the line of a term, or on the next one.
  private static func isText(_ text: Place, of term: Place) -> Bool {
    let lead = text.baseline - term.baseline
    return lead >= -tolerance(term, text) && lead <= widestTermLeading * max(term.size, text.size)
  }

  /// True if a line of a text, other than its first one, is level with a term.
  private static func isBeside(_ text: Place, _ term: Place) -> Bool {
    text.baseline < term.baseline - tolerance(term, text)
      && text.bottom > term.baseline - tolerance(term, text)
  }

  /// The largest difference between level baselines, in points.
  private static func tolerance(_ one: Place, _ other: Place) -> Double {
    widestDrop * max(one.size, other.size)
  }

  /// The places, with each title widened to the whole width: a short title with nothing beside it belongs
  /// to all the columns below it, not to the first one.
  private static func withWideTitles(_ places: [Place]) -> [Place] {
    var areas: [Int: Double] = [:]
    for place in places { areas[Int(max(0, min(1e6, place.size * 4))), default: 0] += place.area }
    guard let usual = areas.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key,
      let start = places.map(\.start).min(), let end = places.map(\.end).max()
    else { return places }
    var result = places
    for (index, title) in places.enumerated()
    where title.size >= smallestTitle * Double(usual) / 4 {
      let isAlone = places.indices.allSatisfy { other in
        other == index || places[other].bottom <= title.top || places[other].top >= title.bottom
      }
      if isAlone { (result[index].start, result[index].end) = (start, end) }
    }
    return result
  }

  private static func fromTop(_ places: [Place]) -> [Place] {
    var rows: [[Place]] = []
    for place in places.sorted(by: { ($0.baseline, $0.index) < ($1.baseline, $1.index) }) {
      if let first = rows.last?.first,
        place.baseline - first.baseline <= tolerance(first, place)
      {
        rows[rows.count - 1].append(place)
      } else {
        rows.append([place])
      }
    }
    return rows.flatMap { row in row.sorted { ($0.start, $0.index) < ($1.start, $1.index) } }
  }

  /// The places in groups that gaps separate: gaps of at least a gutter between columns, any gap between
  /// parts above one another.
  private static func parts(_ places: [Place], along axis: Axis) -> [[Place]] {
    var parts: [[Place]] = []
    var end = -Double.infinity
    switch axis {
    case .across:
      for place in places.sorted(by: { $0.start < $1.start }) {
        add(place, to: &parts, isApart: place.start >= end + narrowestGutter)
        end = max(end, place.end)
      }
    case .down:
      for place in places.sorted(by: { $0.top < $1.top }) {
        add(place, to: &parts, isApart: place.top >= end)
        end = max(end, place.bottom)
      }
    }
    return parts
  }

  private static func add(_ place: Place, to parts: inout [[Place]], isApart: Bool) {
    if isApart || parts.isEmpty {
      parts.append([place])
    } else {
      parts[parts.count - 1].append(place)
    }
  }

  /// Joins strips that share columns: gaps between paragraphs of different columns may be level by
  /// chance.
  private static func joined(_ strips: [[Place]]) -> [[Place]] {
    var groups: [[Place]] = []
    /// The columns of the last group.
    var columns: [(start: Double, end: Double)] = []
    for strip in strips {
      let own = Self.columns(strip.map { ($0.start, $0.end) })
      if !groups.isEmpty, columns.count > 1 || own.count > 1 {
        let common = Self.columns(columns + own)
        if common.count > 1 {
          groups[groups.count - 1] += strip
          columns = common
          continue
        }
      }
      groups.append(strip)
      columns = own
    }
    // One group of all strips means no cut at all.
    return groups.count > 1 ? groups : strips
  }

  /// The columns that places from `start` to `end` fill, with a gutter between each two.
  private static func columns(
    _ places: [(start: Double, end: Double)]
  ) -> [(start: Double, end: Double)] {
    var columns: [(start: Double, end: Double)] = []
    for place in places.sorted(by: { $0.start < $1.start }) {
      if let last = columns.last, place.start < last.end + narrowestGutter {
        columns[columns.count - 1].end = max(last.end, place.end)
      } else {
        columns.append(place)
      }
    }
    return columns
  }
}
