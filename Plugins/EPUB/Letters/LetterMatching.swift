import RectoPDFBackend
import RectoPageModel

/// Matches the letters of a chapter with the glyphs drawn for them.
struct LetterMatching {
  /// Glyphs in the order of reading.
  let order: [GlyphPlace]
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

  init(_ text: WrittenText, _ glyphs: [[DrawnGlyph]]) {
    self.glyphs = glyphs
    var keys = LetterKeys()
    var written: [UInt16] = []
    for (index, letter) in text.letters.enumerated() {
      for key in keys.keys(of: letter) {
        written.append(key)
        letters.append(Int32(index))
      }
    }
    order = GlyphOrder.order(glyphs, written: written, keys: keys)
    for (index, place) in order.enumerated() {
      let text = glyphs[place.page][place.index].text
      let own = text.isNotStated ? [Alignment.unknown] : text.flatMap { keys.keys(of: $0) }
      parts.append(found.count..<found.count + own.count)
      found += own
      owners += repeatElement(Int32(index), count: own.count)
    }
    matches = Alignment.align(found, with: written)
    findMoved(in: written)
  }

  /// The letters that a glyph of `order` is drawn for, in its own order: for each part of it one, or
  /// none.
  func letters(ofGlyph index: Int) -> [Int?] {
    parts[index].map { key in matches[key].map { Int(letters[$0]) } }
  }

  /// Finds text that is drawn elsewhere than it is written, or again, such as the head of a table
  /// on each of its pages.
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

extension String {
  /// True if a PDF states no letter for a glyph, or that of one that its font lacks (U+0000).
  fileprivate var isNotStated: Bool { unicodeScalars.allSatisfy { $0 == "\0" } }
}
