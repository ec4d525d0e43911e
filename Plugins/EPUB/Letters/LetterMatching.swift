import RectoPDFBackend
import RectoPageModel

/// Matches the letters of a chapter with the glyphs drawn for them.
struct LetterMatching {
  /// Glyphs in the order of reading.
  private(set) var order: [GlyphPlace] = []
  /// Glyphs that are drawn once more on another page, as the head of a table is on each of its pages.
  let repeated: [GlyphPlace]
  private let glyphs: [[DrawnGlyph]]
  /// The compared letters of the glyphs, one after the other.
  private var found: [UInt16] = []
  /// The glyph of each, as an index of `order`, and where those of each glyph are.
  private var owners: [Int32] = []
  private var parts: [Range<Int>] = []
  /// For each of them, the index of the written letter.
  private var matches: [Int?] = []
  /// The letter of each that is written.
  private var letters: [Int32] = []
  private let directions: LetterDirections

  init(_ text: WrittenText, _ glyphs: [[DrawnGlyph]]) {
    self.glyphs = glyphs
    directions = LetterDirections(text)
    var keys = LetterKeys()
    var written: [UInt16] = []
    var runs: [Range<Int>] = []
    for run in text.runs {
      let start = written.count
      for index in run {
        for key in keys.keys(of: text.letters[index]) {
          written.append(key)
          letters.append(Int32(index))
        }
      }
      if written.count > start { runs.append(start..<written.count) }
    }
    let digests = runs.map { TextDigest(written[$0]) }
    let (elements, repeated) = DrawnElement.elements(
      of: glyphs, known: Set(digests), keys: &keys)
    self.repeated = repeated
    for stretch in Stretch.stretches(of: elements, runs, digests) {
      add(stretch, written, runs, &keys)
    }
    findMoved(in: written)
  }

  /// Matches the glyphs of a stretch with its letters.
  private mutating func add(
    _ stretch: Stretch, _ written: [UInt16], _ runs: [Range<Int>], _ keys: inout LetterKeys
  ) {
    let start = found.count
    let own = stretch.keys.map { written[$0] }
    let letters = stretch.keys.map { Int(self.letters[$0]) }
    let isReordered =
      stretch.places.contains { glyphs[$0.page][$0.index].isReversed }
      || directions.mayTurn(letters)
    var places = stretch.places
    if isReordered {
      var order = GlyphOrder(
        glyphs, written: own, letters: letters, directions, keys: keys)
      places = order.logical(places)
    }
    for place in places {
      let drawn = glyphs[place.page][place.index].keys(&keys)
      parts.append(found.count..<found.count + drawn.count)
      found += drawn
      owners += repeatElement(Int32(order.count), count: drawn.count)
      order.append(place)
    }
    matches += Alignment.align(Array(found[start...]), with: own).map {
      $0.map { stretch.keys[$0] }
    }
    removeForeign(from: start, written, runs)
  }

  /// Removes the matches of elements none of whose letters are those that they are matched with, where
  /// another element has the text: such as the number of a list item, in place of the rest of a text
  /// that is cut off before it.
  private mutating func removeForeign(from start: Int, _ written: [UInt16], _ runs: [Range<Int>]) {
    func element(_ key: Int) -> Int? {
      let place = order[Int(owners[key])]
      return glyphs[place.page][place.index].element
    }
    let pairs = (start..<matches.count).compactMap { key in
      matches[key].map { (key: key, letter: $0) }
    }
    let isRight = pairs.map { key, letter in
      found[key] == written[letter] || found[key] == Alignment.unknown
    }
    guard isRight.contains(false) else { return }
    let texts = pairs.map { runs.index(ofRangeWith: $0.letter) }
    let right = pairs.indices.filter { isRight[$0] }
    let ownElements = Set(right.map { element(pairs[$0].key) })
    let knownTexts = Set(right.map { texts[$0] })
    for (index, pair) in pairs.enumerated()
    where !ownElements.contains(element(pair.key)) && knownTexts.contains(texts[index]) {
      matches[pair.key] = nil
    }
  }

  /// The letters that a glyph of `order` is drawn for, in its own order: for each part of it one, or
  /// none.
  func letters(ofGlyph index: Int) -> [Int?] {
    parts[index].map { key in matches[key].map { Int(letters[$0]) } }
  }

  /// Finds text that is drawn elsewhere than it is written, or again, such as a shadow.
  private mutating func findMoved(in written: [UInt16]) {
    var search = PieceSearch(written, matches)
    var start = 0
    while start < matches.count, !search.isExhausted {
      guard matches[start] == nil else {
        start += 1
        continue
      }
      // As much as one page has of it, else as much as one element has.
      let page = end(from: start) { $0.page == $1.page }
      let element = end(from: start) { [glyphs] in
        $0.page == $1.page
          && glyphs[$0.page][$0.index].rank == glyphs[$1.page][$1.index].rank
      }
      let near = start > 0 ? matches[start - 1] ?? 0 : 0
      if let place = search.place(of: found[start..<page], near: near) {
        for offset in 0..<page - start { matches[start + offset] = place + offset }
        start = page
      } else {
        let place = search.place(of: found[start..<element], near: near)
        if let place {
          for offset in 0..<element - start { matches[start + offset] = place + offset }
        }
        start = element
      }
    }
  }

  /// The end of the keys without a match that belong together.
  private func end(from start: Int, areOne: (GlyphPlace, GlyphPlace) -> Bool) -> Int {
    let first = order[Int(owners[start])]
    let limit = min(matches.count, start + PieceSearch.longest)
    var end = start + 1
    while end < limit, matches[end] == nil, areOne(first, order[Int(owners[end])]) {
      end += 1
    }
    return end
  }
}

/// Glyphs that are compared with a part of the written text: those of a text that is drawn as it is
/// written, or all between two such texts.
private struct Stretch {
  var places: [GlyphPlace] = []
  /// Indices of written keys.
  var keys: [Int] = []

  static func stretches(
    of elements: [DrawnElement], _ runs: [Range<Int>], _ digests: [TextDigest]
  ) -> [Stretch] {
    let seen = elements.indices.filter { !elements[$0].digest.isEmpty }
    let pairing = TextPairing(seen.map { elements[$0].digest }, with: digests)
    let pairs = Dictionary(uniqueKeysWithValues: zip(seen, pairing.pairs))
    let moved = Dictionary(uniqueKeysWithValues: pairing.moved.map { (seen[$0.key], $0.value) })
    let isMoved = Set(moved.values)
    var stretches: [Stretch] = []
    var between = Stretch()
    var run = 0
    func end(at next: Int) {
      for other in run..<next where !isMoved.contains(other) { between.keys += runs[other] }
      stretches.append(between)
      between = Stretch()
      run = next
    }
    for index in elements.indices {
      if case let pair?? = pairs[index] {
        end(at: pair)
        stretches.append(Stretch(places: elements[index].places, keys: Array(runs[pair])))
        run = pair + 1
      } else if let pair = moved[index] {
        stretches.append(Stretch(places: elements[index].places, keys: Array(runs[pair])))
      } else {
        between.places += elements[index].places
      }
    }
    end(at: runs.count)
    return stretches
  }
}

extension [Range<Int>] {
  /// The index of the range that a number is in; of the last one before it, if it is in none.
  fileprivate func index(ofRangeWith number: Int) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle].lowerBound <= number { low = middle } else { high = middle }
    }
    return low
  }
}
