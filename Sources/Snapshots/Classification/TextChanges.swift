import RectoPageModel

/// The changes in the words of a page, and the areas of the picture that differ because of them.
struct TextChanges {
  private(set) var changes: [Change] = []
  /// The areas, in pixels, whose differences the words explain.
  private(set) var covered: [PixelBox] = []

  /// The number of changes of one kind that are listed: more say nothing new.
  private static let mostEdits = 50

  private let difference: TextDifference
  private let transform: AffineTransform
  private let size: PixelSize
  private let tolerance: TextTolerance
  /// Blocks whose words stand elsewhere because one of them changed.
  private var goldenBlocks: Set<Int> = []
  private var currentBlocks: Set<Int> = []

  init(
    _ difference: TextDifference, tolerance: TextTolerance, by transform: AffineTransform,
    within size: PixelSize
  ) {
    self.difference = difference
    self.transform = transform
    self.size = size
    self.tolerance = tolerance
    addEdits()
    addTypes()
    addSpacing()
    addMoves()
  }

  private func box(_ words: [PlacedWord]) -> PixelBox? {
    guard let first = words.first else { return nil }
    let around = words.dropFirst().reduce(first.word.box) { $0.union($1.word.box) }
    return PixelBox(transform.apply(around), within: size)
  }

  private func box(_ pairs: [TextDifference.Pair]) -> PixelBox? {
    box(pairs.flatMap { [$0.golden, $0.current] })
  }

  /// Word by word: the space between words is not covered.
  private mutating func cover(_ words: [PlacedWord]) {
    covered += words.compactMap { box([$0])?.grown(by: 3, within: size) }
  }

  private mutating func markChanged(_ golden: [PlacedWord], _ current: [PlacedWord]) {
    cover(golden + current)
    goldenBlocks.formUnion(golden.map(\.block))
    currentBlocks.formUnion(current.map(\.block))
  }

  private func isChanged(_ pair: TextDifference.Pair) -> Bool {
    goldenBlocks.contains(pair.golden.block) || currentBlocks.contains(pair.current.block)
  }

  private mutating func addEdits() {
    for edit in difference.edits {
      markChanged(edit.golden, edit.current)
      guard changes.count < Self.mostEdits else { continue }
      let (before, after) = (edit.golden, edit.current)
      let place = box(before + after)
      if !before.readings.isDisjoint(with: after.readings) {
        changes.append(Change(.rewrapped, box: place))
      } else if after.isEmpty {
        changes.append(Change(.textRemoved(before.joined), box: place))
      } else if before.isEmpty {
        changes.append(Change(.textAdded(after.joined), box: place))
      } else {
        changes.append(Change(.textReplaced(from: before.joined, to: after.joined), box: place))
      }
    }
  }

  private mutating func addTypes() {
    var fonts: [[String]: [TextDifference.Pair]] = [:]
    var sizes: [[Double]: [TextDifference.Pair]] = [:]
    guard tolerance.countsFonts else { return }
    for pair in difference.pairs {
      let (a, b) = (pair.golden.word, pair.current.word)
      if pair.changesFont { fonts[[a.font ?? "none", b.font ?? "none"], default: []].append(pair) }
      if pair.changesSize { sizes[[a.size, b.size], default: []].append(pair) }
    }
    for (names, pairs) in fonts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      changes.append(Change(.font(from: names[0], to: names[1]), box: box(pairs)))
      markChanged(pairs.map(\.golden), pairs.map(\.current))
    }
    for (points, pairs) in sizes.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      changes.append(Change(.typeSize(from: points[0], to: points[1]), box: box(pairs)))
      markChanged(pairs.map(\.golden), pairs.map(\.current))
    }
  }

  /// Lines whose words moved by different amounts, or whose letters did within a word; where a line
  /// has other words than before, it ends elsewhere.
  private mutating func addSpacing() {
    let lines = Dictionary(grouping: difference.pairs.filter { !isChanged($0) }) {
      $0.golden.line
    }
    var spaced: [TextDifference.Pair] = []
    var wrapped: [TextDifference.Pair] = []
    for (_, pairs) in lines.sorted(by: { $0.key < $1.key }) {
      if Set(pairs.map(\.current.line)).count > 1 {
        wrapped += pairs
        continue
      }
      let first = pairs[0].shift
      let isSpaced = pairs.contains {
        $0.spread > tolerance.shift || abs($0.shift.x - first.x) > tolerance.shift
          || abs($0.shift.y - first.y) > tolerance.shift
      }
      if isSpaced { spaced += pairs }
    }
    // A rewrapped paragraph has lines with other spaces.
    let blocks = Set(wrapped.map(\.golden.block))
    wrapped += spaced.filter { blocks.contains($0.golden.block) }
    spaced.removeAll { blocks.contains($0.golden.block) }
    for (kind, pairs) in [(Change.Kind.rewrapped, wrapped), (.spacing, spaced)] {
      guard !pairs.isEmpty else { continue }
      changes.append(Change(kind, box: box(pairs.filter { !$0.isWithin(tolerance) })))
      cover(pairs.flatMap { [$0.golden, $0.current] })
      if kind == .rewrapped { goldenBlocks.formUnion(blocks) }
    }
    spacedLines = Set(spaced.map(\.golden.line))
  }

  private var spacedLines: Set<Int> = []

  private mutating func addMoves() {
    var groups: [(shift: Point, pairs: [TextDifference.Pair])] = []
    for pair in difference.pairs {
      let shift = pair.shift
      // The rest of a changed line may move by less than the tolerance and still be drawn
      // differently.
      if isChanged(pair), shift != Point(x: 0, y: 0) { cover([pair.golden, pair.current]) }
      guard max(abs(shift.x), abs(shift.y)) > tolerance.shift else { continue }
      cover([pair.golden, pair.current])
      guard !isChanged(pair), !spacedLines.contains(pair.golden.line) else { continue }
      let index = groups.firstIndex {
        abs($0.shift.x - shift.x) <= tolerance.shift && abs($0.shift.y - shift.y) <= tolerance.shift
      }
      if let index {
        groups[index].pairs.append(pair)
      } else {
        groups.append((shift, [pair]))
      }
    }
    for group in groups.sorted(by: { $0.pairs.count > $1.pairs.count }).prefix(Self.mostEdits) {
      let origin = transform.apply(Point(x: 0, y: 0))
      let end = transform.apply(group.shift)
      changes.append(
        Change(.moved(x: end.x - origin.x, y: end.y - origin.y), box: box(group.pairs)))
    }
  }
}

extension [PlacedWord] {
  /// The words with spaces between them, the first of many.
  fileprivate var joined: String {
    prefix(40).map(\.word.text).joined(separator: " ") + (count > 40 ? " …" : "")
  }

  /// The letters with the hyphens that lines end with, and without them.
  fileprivate var readings: Set<String> {
    var (whole, divided) = ("", "")
    for (index, word) in enumerated() {
      let text = word.word.text.replacing("\u{2010}", with: "-").replacing("\u{AD}", with: "")
      whole += text
      let endsLine = index + 1 == count || self[index + 1].line != word.line
      divided += endsLine && text.hasSuffix("-") ? text.dropLast() : text[...]
    }
    return [whole, divided]
  }
}
