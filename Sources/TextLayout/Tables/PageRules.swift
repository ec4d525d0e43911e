import CRectoTextLayout

/// The horizontal and vertical rules of a page. Strokes that continue one another are one rule.
struct PageRules {
  /// A line from `start` to `end`. `place` is the y of a horizontal one, or the x of a vertical one, in points.
  struct Rule {
    var start: Double
    var end: Double
    var place: Double
  }

  private(set) var horizontal: [Rule] = []
  private(set) var vertical: [Rule] = []

  // In points.

  /// The largest distance between strokes that are drawn as one rule.
  private static let thickness = 1.5
  /// The largest thickness of a rule of several strokes.
  private static let widestLine = 3.0
  /// The widest gap within a rule.
  private static let widestGap = 3.0
  /// The minimum length: shorter strokes are parts of letters and drawings.
  private static let shortest = 8.0

  /// The maximum number of rules in one direction: a page with more is a drawing.
  private static let mostRules = 2_000

  init(_ found: UnsafeBufferPointer<recto_box>) {
    var (across, down): ([Rule], [Rule]) = ([], [])
    for box in found {
      if box.x2 - box.x1 >= box.y2 - box.y1 {
        across.append(Rule(start: box.x1, end: box.x2, place: (box.y1 + box.y2) / 2))
      } else {
        down.append(Rule(start: box.y1, end: box.y2, place: (box.x1 + box.x2) / 2))
      }
    }
    let joined = (Self.joined(across), Self.joined(down))
    guard joined.0.count <= Self.mostRules, joined.1.count <= Self.mostRules else { return }
    (horizontal, vertical) = joined
  }

  private static func joined(_ rules: [Rule]) -> [Rule] {
    var groups: [[Rule]] = []
    for rule in rules.sorted(by: { ($0.place, $0.start) < ($1.place, $1.start) }) {
      if let group = groups.last, rule.place - group[group.count - 1].place <= thickness,
        rule.place - group[0].place <= widestLine
      {
        groups[groups.count - 1].append(rule)
      } else {
        groups.append([rule])
      }
    }
    return groups.flatMap { group in
      let place = group.reduce(0) { $0 + $1.place } / Double(group.count)
      var joined: [Rule] = []
      for rule in group.sorted(by: { $0.start < $1.start }) {
        if let last = joined.last, rule.start <= last.end + widestGap {
          joined[joined.count - 1].end = max(last.end, rule.end)
        } else {
          joined.append(Rule(start: rule.start, end: rule.end, place: place))
        }
      }
      return joined
    }.filter { $0.end - $0.start >= shortest }
  }

  /// Horizontal and vertical lines that touch one another, directly or through others.
  var grids: [(horizontal: [Rule], vertical: [Rule])] {
    guard horizontal.count > 1, !vertical.isEmpty else { return [] }
    var groups = DisjointSets(horizontal.count + vertical.count)
    let reach = Self.widestGap
    for (index, across) in horizontal.enumerated() {
      for (other, down) in vertical.enumerated()
      where across.start - reach <= down.place && down.place <= across.end + reach
        && down.start - reach <= across.place && across.place <= down.end + reach
      {
        groups.join(index, horizontal.count + other)
      }
    }
    return groups.all.map { members in
      (
        members.filter { $0 < horizontal.count }.map { horizontal[$0] },
        members.filter { $0 >= horizontal.count }.map { vertical[$0 - horizontal.count] }
      )
    }.filter { $0.0.count > 1 && !$0.1.isEmpty }
  }
}

/// Numbers from 0 in groups, which are joined.
struct DisjointSets {
  private var parents: [Int]

  init(_ count: Int) { parents = Array(0..<count) }

  mutating func root(of index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  mutating func join(_ first: Int, _ second: Int) {
    let (one, other) = (root(of: first), root(of: second))
    if one != other { parents[max(one, other)] = min(one, other) }
  }

  /// The groups, by their first members.
  var all: [[Int]] {
    mutating get {
      var groups: [Int: [Int]] = [:]
      for index in parents.indices { groups[root(of: index), default: []].append(index) }
      return groups.keys.sorted().compactMap { groups[$0] }
    }
  }
}

extension [PageRules.Rule] {
  /// The rules in groups, in ascending order, in which no value is farther from the next than
  /// `distance`.
  func clustered(
    within distance: Double, by value: (PageRules.Rule) -> Double
  ) -> [[PageRules.Rule]] {
    var groups: [[PageRules.Rule]] = []
    for rule in sorted(by: { value($0) < value($1) }) {
      if let last = groups.last?.last, value(rule) - value(last) <= distance {
        groups[groups.count - 1].append(rule)
      } else {
        groups.append([rule])
      }
    }
    return groups
  }
}

extension [Double] {
  /// The means of values of which none is farther from the next than `distance`, ascending.
  func clustered(within distance: Double) -> [Double] {
    var groups: [[Double]] = []
    for value in sorted() {
      if let last = groups.last?.last, value - last <= distance {
        groups[groups.count - 1].append(value)
      } else {
        groups.append([value])
      }
    }
    return groups.map { $0.reduce(0, +) / Double($0.count) }
  }

  /// The middle one; 0 of none.
  var median: Double {
    isEmpty ? 0 : sorted()[count / 2]
  }
}
