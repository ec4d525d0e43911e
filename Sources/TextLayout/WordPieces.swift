import CRectoTextLayout
import RectoPageModel

/// Cuts runs of characters into pieces of words: where white space is drawn, where a gap may be a
/// space, and where font, size, baseline or marked content change. `WordSpacing` finds out which of
/// them are one word.
struct WordPieces {
  var words: [recto_word] = []
  private(set) var scalars: [UInt32] = []
  /// In points of the shown page.
  private(set) var boxes: [recto_box] = []

  /// The widest gap between letters of a piece, in em: a wider one may be a space.
  private static let widestGap = 0.1
  /// The largest step back to the left between letters of a piece, in em: a larger one may be a space.
  private static let widestOverlap = 0.3
  /// The largest distance between a word and white space beside it, in em.
  static let widestRoom = 0.1
  /// The tangent of the angle, a degree, up to which text stands upright.
  private static let uprightness = 0.0175

  /// The piece that is being put together.
  private var first = 0
  private var gaps = 0.0
  /// The index of the next character among all that are drawn, white space included.
  private var position: Int32 = 0
  /// The index of the piece's first character.
  private var firstPosition: Int32 = 0
  private var spacesPosition: Int32?
  /// The white space in front of the next character, in a box with the properties of its run.
  private var space: recto_word?
  /// The indices of pieces preceded only by zero-width white space, with that space. Engines insert
  /// it, and not only between words.
  private var doubtful: [(piece: Int, space: recto_word)] = []

  /// `toShown` leads from page points to the page as it is shown, of `size`.
  init(_ runs: [TextRun], toShown: AffineTransform, size: Size) {
    let count = runs.reduce(0) { $0 + $1.scalars.count }
    scalars.reserveCapacity(count)
    boxes.reserveCapacity(count)
    let isShown = toShown == .identity
    var shown: [recto_box] = []
    shown.reserveCapacity(count)
    var placed: [PlacedRun] = []
    for run in runs where !run.scalars.isEmpty && run.scalars.count == run.boxes.count {
      let pattern = pattern(of: run, toShown.apply(run.baseline))
      let start = shown.count
      for box in run.boxes { shown.append(recto_box(isShown ? box : toShown.apply(box))) }
      Self.splitLigatures(&shown, from: start, pattern)
      placed.append(PlacedRun(run: run, pattern: pattern, start: start))
    }
    shown.withUnsafeBufferPointer { shown in
      let copies = Self.copies(in: placed, shown, size: size)
      for run in placed { add(run, shown, without: copies) }
    }
    for (piece, space) in doubtful where words.indices.contains(piece) && !isInGap(space, piece) {
      words[piece].spaces_position = words[piece].position
    }
    splitUnderMarks()
  }

  /// A run and where it is on the page as it is shown.
  private struct PlacedRun {
    let run: TextRun
    /// The properties that all its pieces share.
    let pattern: recto_word
    /// The place of its first box among those of all runs.
    let start: Int

    func boxes(_ all: UnsafeBufferPointer<recto_box>) -> Slice<UnsafeBufferPointer<recto_box>> {
      all[start..<start + run.scalars.count]
    }
  }

  /// The characters that are drawn again over themselves, by their places among all.
  private static func copies(
    in runs: [PlacedRun], _ boxes: UnsafeBufferPointer<recto_box>, size: Size
  ) -> Set<Int32> {
    guard let repeats = recto_repeats_new(size.width, size.height) else { return [] }
    defer { recto_repeats_free(repeats) }
    var copies: Set<Int32> = []
    var held: Int32?
    var position: Int32 = -1
    for run in runs {
      for (scalar, box) in zip(run.run.scalars, run.boxes(boxes)) {
        position += 1
        if isWhitespace(scalar) { continue }
        let kind = recto_repeats_next(repeats, run.pattern.drawn(scalar, in: box))
        if kind == RECTO_CHARACTER_IS_COPY, let held { copies.insert(held) }
        if kind == RECTO_CHARACTER_IS_COPY || kind == RECTO_CHARACTER_IS_LONE_COPY {
          copies.insert(position)
        }
        held = kind == RECTO_CHARACTER_IS_HELD ? position : nil
      }
    }
    return copies
  }

  private mutating func add(
    _ placed: PlacedRun, _ boxes: UnsafeBufferPointer<recto_box>, without copies: Set<Int32>
  ) {
    let (run, pattern) = (placed.run, placed.pattern)
    begin()
    for (scalar, box) in zip(run.scalars, placed.boxes(boxes)) {
      defer { position += 1 }
      if copies.contains(position) { continue }
      if isWhitespace(scalar) {
        finish(pattern)
        addSpace(pattern, box)
        continue
      }
      if scalars.count > first, !pattern.diagonal, let last = self.boxes.last {
        let gap = pattern.start(of: box) - pattern.end(of: last)
        if gap > Self.widestGap * run.size || gap < -Self.widestOverlap * run.size {
          finish(pattern)
        } else {
          gaps += gap
        }
      }
      if scalars.count == first { firstPosition = position }
      scalars.append(scalar)
      self.boxes.append(box)
    }
    finish(pattern)
  }

  private mutating func begin() {
    first = scalars.count
    gaps = 0
  }

  /// Ends the piece in front of the next character, if there is one.
  private mutating func finish(_ pattern: recto_word) {
    let count = scalars.count - first
    defer { begin() }
    guard count > 0 else { return }
    var word = pattern
    word.first_char = UInt32(first)
    word.char_count = UInt32(count)
    var box = boxes[first]
    for index in first + 1..<boxes.count { box = box.union(boxes[index]) }
    word.box = box
    word.letter_gap = count > 1 ? gaps / Double(count - 1) : 0
    word.position = firstPosition
    word.end_position = position
    word.spaces_position = spacesPosition ?? word.position
    spacesPosition = nil
    if let space { word.add(space, within: Self.widestRoom) }
    space = nil
    if word.diagonal { setEnds(of: &word) }
    words.append(word)
  }

  /// Remembers white space that was drawn, for the words on both sides of it.
  private mutating func addSpace(_ pattern: recto_word, _ box: recto_box) {
    var whole = pattern
    whole.box = space?.box.union(box) ?? box
    let hasSize = box.x1 < box.x2 || box.y1 < box.y2
    if hasSize, doubtful.last?.piece == words.count { doubtful.removeLast() }
    if !hasSize, spacesPosition == nil { doubtful.append((words.count, whole)) }
    if spacesPosition == nil { spacesPosition = position }
    guard hasSize else { return }
    space = whole
    guard let last = words.indices.last, words[last].end_position == spacesPosition else { return }
    words[last].add(whole, within: Self.widestRoom)
  }

  /// The properties that all pieces of a run share.
  private func pattern(of run: TextRun, _ baseline: Segment) -> recto_word {
    var word = recto_word()
    let (dx, dy) = (baseline.end.x - baseline.start.x, baseline.end.y - baseline.start.y)
    let least = Self.uprightness * (dx * dx + dy * dy).squareRoot()
    word.rotation =
      abs(dy) <= least ? (dx >= 0 ? 0 : 2) : abs(dx) <= least ? (dy >= 0 ? 1 : 3) : 0
    word.diagonal = abs(dx) > least && abs(dy) > least
    word.baseline = word.rotation % 2 == 0 ? baseline.start.y : baseline.start.x
    word.size = run.size
    word.font = UInt32(clamping: run.font)
    word.mcid = run.mark
    word.vertical = run.isVertical
    // For slanted text, the whole run's; see `setEnds`.
    (word.start_x, word.start_y) = (baseline.start.x, baseline.start.y)
    (word.end_x, word.end_y) = (baseline.end.x, baseline.end.y)
    return word
  }

  /// The ends of a slanted piece on its run's baseline: below the middles of its first and last
  /// characters, and half a character further.
  private func setEnds(of word: inout recto_word) {
    let (dx, dy) = (word.end_x - word.start_x, word.end_y - word.start_y)
    let square = dx * dx + dy * dy
    guard square > 0 else { return }
    let own = boxes[first..<first + Int(word.char_count)]
    func place(_ box: recto_box) -> Double {
      let (x, y) = ((box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2)
      return ((x - word.start_x) * dx + (y - word.start_y) * dy) / square
    }
    let places = own.map(place)
    let half =
      places.count > 1
      ? abs(places[places.count - 1] - places[0]) / Double(places.count - 1) / 2
      : 0.25 * word.size / square.squareRoot()
    let start = max(0, (places.min() ?? 0) - half)
    let end = min(1, max((places.max() ?? 1) + half, start))
    let (x, y) = (word.start_x, word.start_y)
    (word.start_x, word.start_y) = (x + start * dx, y + start * dy)
    (word.end_x, word.end_y) = (x + end * dx, y + end * dy)
  }

  /// Gives each letter of a ligature, which all have its box, its part of it, in the boxes of a run.
  private static func splitLigatures(
    _ boxes: inout [recto_box], from first: Int, _ pattern: recto_word
  ) {
    var start = first
    while start < boxes.count {
      let whole = boxes[start]
      var end = start + 1
      while end < boxes.count, boxes[end] == whole { end += 1 }
      if end - start > 1 {
        for index in start..<end {
          boxes[index] = whole.part(index - start, of: end - start, along: pattern)
        }
      }
      start = end
    }
  }
}
