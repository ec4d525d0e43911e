import RectoPDFBackend
import RectoPageModel

/// A glyph of a chapter, by its page and its place in what that draws.
struct GlyphPlace {
  let page: Int
  let index: Int
}

/// Puts the glyphs of a text into the order in which they are read, and not that of drawing, which is
/// from left to right in lines of all scripts.
struct GlyphOrder {
  private let pages: [[DrawnGlyph]]
  /// The keys of the written text, in which runs are looked up.
  private let written: [UInt16]
  /// The letter of each key.
  private let letters: [Int]
  private let directions: LetterDirections
  private var keys: LetterKeys
  /// The position up to which the written text has been found.
  private var cursor = 0

  /// The number of keys after the cursor that are searched.
  private static let window = 2_000
  /// The maximum number of runs of one line that are looked up.
  private static let mostRuns = 100
  /// The number of keys that identify a run.
  private static let enough = 8

  init(
    _ pages: [[DrawnGlyph]], written: [UInt16], letters: [Int], _ directions: LetterDirections,
    keys: LetterKeys
  ) {
    self.pages = pages
    self.written = written
    self.letters = letters
    self.directions = directions
    self.keys = keys
  }

  /// The glyphs inside of the clip in the order of the structure tree. Those in no element follow the
  /// glyphs drawn before them.
  static func structureOrder(_ pages: [[DrawnGlyph]]) -> [GlyphPlace] {
    var places: [(rank: Int, place: GlyphPlace)] = []
    var rank = 0
    for (page, glyphs) in pages.enumerated() {
      rank = glyphs.lazy.compactMap(\.rank).first ?? rank
      for (index, glyph) in glyphs.enumerated() {
        rank = glyph.rank ?? rank
        if !glyph.isClipped { places.append((rank, GlyphPlace(page: page, index: index))) }
      }
    }
    places.sort {
      ($0.rank, $0.place.page, $0.place.index) < ($1.rank, $1.place.page, $1.place.index)
    }
    return places.map(\.place)
  }

  // MARK: Right to left

  private func glyph(_ place: GlyphPlace) -> DrawnGlyph { pages[place.page][place.index] }

  /// Some glyphs, which are in the order of the structure tree, in reading order. Text from left to
  /// right needs no change.
  mutating func logical(_ places: [GlyphPlace]) -> [GlyphPlace] {
    var result: [GlyphPlace] = []
    var line: [[GlyphPlace]] = []
    for place in places {
      let next = glyph(place)
      if let last = line.last?.last {
        let before = glyph(last)
        if last.page == place.page, before.run == next.run {
          line[line.count - 1].append(place)
          continue
        }
        if last.page != place.page || before.element != next.element || !isOneLine(before, next) {
          result += read(line)
          line = []
        }
      }
      line.append([place])
    }
    return result + read(line)
  }

  private func isOneLine(_ a: DrawnGlyph, _ b: DrawnGlyph) -> Bool {
    let size = max(a.size, 0.01)
    let across = ((b.start.x - a.start.x) * a.up.x + (b.start.y - a.start.y) * a.up.y) / size
    return abs(across) < 0.3 * size
  }

  /// The runs of a line, which are drawn from left to right: as the written text stands in a line, or in
  /// the order of the paragraph's direction or of the other one, if it is written so; else run by run.
  private mutating func read(_ line: [[GlyphPlace]]) -> [GlyphPlace] {
    let runs = line.map { run in
      let isReversed = glyph(run[0]).isReversed
      let places = isReversed ? run.reversed() : run
      return Run(
        places: places, keys: places.flatMap { glyph($0).keys(&keys) }, isReversed: isReversed)
    }
    let isFromRight = letters.indices.contains(cursor) && directions.isFromRight(letters[cursor])
    var order = standing(runs, isFromRight: isFromRight)
    for direction in [isFromRight, !isFromRight] where order == nil {
      let other = Run.ordered(runs, isFromRight: direction)
      if isWritten(other.flatMap(\.keys), at: cursor) { order = other }
    }
    guard let order else { return search(Run.ordered(runs, isFromRight: isFromRight)) }
    cursor += order.reduce(0) { $0 + $1.keys.count }
    return order.flatMap(\.places)
  }

  /// The runs of a line in the order of the text after the cursor; nil if that stands otherwise in a
  /// line.
  private func standing(_ line: [Run], isFromRight: Bool) -> [Run]? {
    let count = line.reduce(0) { $0 + $1.keys.count }
    guard count > 0, count <= written.count - cursor else { return nil }
    // The keys of each letter. A letter may stand elsewhere than its neighbors, as ruby does.
    var parts: [Range<Int>] = []
    for key in cursor..<cursor + count {
      switch letters[key] - letters[cursor] {
      case parts.count: parts.append(key..<key + 1)
      case parts.count - 1: parts[parts.count - 1] = parts[parts.count - 1].lowerBound..<key + 1
      default: return nil
      }
    }
    let first = letters[cursor]
    guard let order = directions.visualOrder(first..<first + parts.count) else { return nil }
    var standing = order.flatMap { parts[$0 - first] }[...]
    var places: [Int?] = []
    for run in line {
      let own = standing.prefix(run.keys.count).sorted()
      standing = standing.dropFirst(own.count)
      guard zip(run.keys, own).allSatisfy({ $0 == Alignment.unknown || $0 == written[$1] })
      else { return nil }
      places.append(own.first)
    }
    // Spaces follow what is before them.
    var before = -1
    var result: [(place: Int, run: Run)] = []
    for index in isFromRight ? line.indices.reversed() : Array(line.indices) {
      before = places[index] ?? before
      result.append((before, line[index]))
    }
    return result.sorted { $0.place < $1.place }.map(\.run)
  }

  /// Puts runs into the order in which they are written after the cursor. Equal ones keep theirs.
  private mutating func search(_ line: [Run]) -> [GlyphPlace] {
    var runs = line
    var result: [GlyphPlace] = []
    while runs.count > 1, runs.count < Self.mostRuns {
      guard let next = next(runs.map(\.keys)) else { break }
      let run = runs.remove(at: next.run)
      cursor = next.place + run.keys.count
      result += run.places
    }
    for run in runs {
      advance(over: run.keys)
      result += run.places
    }
    return result
  }

  /// The glyphs of one text object in a line, in reading order.
  private struct Run {
    let places: [GlyphPlace]
    let keys: [UInt16]
    let isReversed: Bool

    /// The runs of a line in reading order (Unicode Standard Annex 9, rule L2, the other way).
    static func ordered(_ line: [Run], isFromRight: Bool) -> [Run] {
      var order = isFromRight ? line.reversed() : line
      // Runs of the other direction than the line.
      var start = 0
      while start < order.count {
        let end = order[start...].firstIndex { $0.isReversed == isFromRight } ?? order.count
        order[start..<end].reverse()
        start = end + 1
      }
      return order
    }
  }

  /// The run that goes on where the last one ended, or next after that; the first of equal ones.
  private func next(_ runs: [[UInt16]]) -> (run: Int, place: Int)? {
    let following = runs.indices.filter { isWritten(runs[$0], at: cursor) }
    let longest = following.max { (known(runs[$0]), -$0) < (known(runs[$1]), -$1) }
    if let longest { return (longest, cursor) }
    let places = runs.indices.compactMap { run in
      place(of: runs[run]).map { (run: run, place: $0) }
    }
    return places.min { ($0.place, $0.run) < ($1.place, $1.run) }
  }

  private func place(of run: [UInt16]) -> Int? {
    guard !run.isEmpty else { return cursor }
    let start = run.prefix(Self.enough)
    let end = min(cursor + Self.window, written.count - start.count)
    guard cursor <= end, known(start) > 0 else { return nil }
    return (cursor...end).first { isWritten(start, at: $0) }
  }

  /// True if a run may stand at a place, whatever its letters are that the PDF does not state.
  private func isWritten(_ run: some Collection<UInt16>, at place: Int) -> Bool {
    run.count <= written.count - place
      && zip(run, written[place...]).allSatisfy { $0 == Alignment.unknown || $0 == $1 }
  }

  private func known(_ run: some Collection<UInt16>) -> Int {
    run.count { $0 != Alignment.unknown }
  }

  private mutating func advance(over run: [UInt16]) {
    if let place = place(of: run) { cursor = min(place + run.count, written.count) }
  }
}
