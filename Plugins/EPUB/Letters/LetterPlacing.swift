import RectoPDFBackend
import RectoPageModel
import RectoTextLayout

/// Puts the letters of a chapter on its pages, where their glyphs are.
struct LetterPlacing {
  let written: WrittenText
  let glyphs: [[DrawnGlyph]]
  private let matching: LetterMatching
  /// The entries of each page, in no order.
  var pages: [[PlacedLetter]]
  /// The first place of each letter, by page and entry.
  var firstPlaces: [(page: Int32, entry: Int32)?]

  init(_ written: WrittenText, _ glyphs: [[DrawnGlyph]], _ matching: LetterMatching) {
    self.written = written
    self.glyphs = glyphs
    self.matching = matching
    pages = glyphs.map { _ in [] }
    firstPlaces = Array(repeating: nil, count: written.letters.count)
  }

  private func glyph(_ place: GlyphPlace) -> DrawnGlyph { glyphs[place.page][place.index] }

  /// Places the letters that something is drawn for, and what the layout adds.
  mutating func placeGlyphs() {
    for place in matching.repeated { addArtifact(place) }
    let order = matching.order
    var previous: (glyph: Int, letter: Int)?
    // The next glyph that has letters, with its first letter.
    var next: (glyph: Int, letter: Int)?
    for index in order.indices {
      let letters = matching.letters(ofGlyph: index)
      if let last = letters.last(where: { $0 != nil }) ?? nil {
        placeLetters(letters, of: order[index])
        previous = (index, last)
        continue
      }
      // Spaces, most of them.
      guard glyph(order[index]).text.contains(where: { $0 == "\u{AD}" || $0.isSeen }) else {
        continue
      }
      if next.map({ $0.glyph < index }) ?? true { next = firstLetter(after: index) }
      placeAddition(
        order[index],
        after: previous.map { (order[$0.glyph], $0.letter, isNext: isNext($0.glyph, index)) },
        before: next.flatMap { $0.glyph < order.count ? (order[$0.glyph], $0.letter) : nil },
        isLast: isLastOfLine(index))
    }
  }

  /// The next glyph that has letters, with its first letter; the index behind the last glyph if
  /// none has.
  private func firstLetter(after index: Int) -> (glyph: Int, letter: Int) {
    for glyph in index + 1..<max(index + 1, matching.order.count) {
      if let letter = matching.letters(ofGlyph: glyph).first(where: { $0 != nil }) ?? nil {
        return (glyph, letter)
      }
    }
    return (matching.order.count, 0)
  }

  /// True where nothing but soft hyphens stands between two glyphs.
  private func isNext(_ place: Int, _ index: Int) -> Bool {
    index - place <= 2
      && matching.order[place + 1..<index].allSatisfy { glyph($0).text == "\u{AD}" }
  }

  /// True where nothing is drawn at a glyph's place, or behind it. Where a word is not broken, the next
  /// letter is drawn where its soft hyphen is.
  private func isLastOfLine(_ index: Int) -> Bool {
    let order = matching.order
    guard index + 1 < order.count else { return false }
    let (here, next) = (glyph(order[index]), glyph(order[index + 1]))
    return order[index].page != order[index + 1].page
      || here.size < abs(next.start.x - here.start.x) + abs(next.start.y - here.start.y)
  }

  /// Shares a glyph among its letters, as a ligature is.
  private mutating func placeLetters(_ letters: [Int?], of place: GlyphPlace) {
    let isDrawnAgain = letters.contains { letter in
      guard let letter, let first = firstPlaces[letter] else { return false }
      return Int(first.page) != place.page
    }
    if isDrawnAgain { return addArtifact(place) }
    let glyph = glyph(place)
    var shares: [(letter: Int, from: Int, to: Int)] = []
    for (offset, letter) in letters.enumerated() {
      guard let letter else { continue }
      if let last = shares.last, last.letter == letter {
        shares[shares.count - 1].to = offset + 1
      } else {
        shares.append((letter, offset, offset + 1))
      }
    }
    let isRightToLeft = glyph.text.unicodeScalars.contains(where: isStrongRightToLeft)
    let count = Double(letters.count)
    for share in shares {
      var (from, to) =
        shares.count == 1 ? (0, 1) : (Double(share.from) / count, Double(share.to) / count)
      if isRightToLeft { (from, to) = (1 - to, 1 - from) }
      add(
        PlacedLetter(
          content: .written(share.letter), anchor: share.letter, side: 0, isInBlock: true,
          glyph: glyph, box: glyph.quad(from: from, to: to).bounds), on: place.page)
    }
  }

  private mutating func add(_ letter: PlacedLetter, on page: Int) {
    guard case .written(let index) = letter.content else {
      pages[page].append(letter)
      return
    }
    if let first = firstPlaces[index] {
      // A part of it, such as a mark; repeated drawing, such as a shadow, is one letter.
      let entry = Int(first.entry)
      let box = pages[page][entry].box
      if box.touches(letter.box) { pages[page][entry].box = box.union(letter.box) }
    } else {
      firstPlaces[index] = (Int32(page), Int32(pages[page].count))
      pages[page].append(letter)
    }
  }

  /// A glyph that belongs to no text of the document; it is read last.
  private mutating func addArtifact(_ place: GlyphPlace) {
    guard !glyph(place).text.seen.isEmpty else { return }
    pages[place.page].append(
      PlacedLetter(
        content: .drawn, anchor: .max, side: 1, isInBlock: false, glyph: glyph(place),
        box: glyph(place).quad().bounds))
  }

  /// Marks that are set beside letters for emphasis (CSS Text Decoration 3, 3.4).
  private static let emphasis: Set<String> = [
    "\u{FE45}", "\u{FE46}", "\u{2022}", "\u{25E6}", "\u{25CF}", "\u{25CB}", "\u{25C9}", "\u{25CE}",
    "\u{25B2}", "\u{25B3}",
  ]
  private static let hyphens: Set<String> = ["-", "\u{2010}"]

  /// True for a mark that is set beside a letter: a common one, or a letter that the book chose,
  /// which is half as large and stands on another line.
  private func isEmphasis(_ glyph: DrawnGlyph, of letter: DrawnGlyph) -> Bool {
    if Self.emphasis.contains(glyph.text) { return true }
    guard abs(glyph.size - letter.size / 2) < 0.02 * letter.size else { return false }
    let (mark, own) = (glyph.quad().bounds, letter.quad().bounds)
    return min(mark.maxY, own.maxY) - max(mark.minY, own.minY) < mark.height / 2
      || min(mark.maxX, own.maxX) - max(mark.minX, own.minX) < 0
  }

  /// Places what the layout adds between the letters before and after.
  private mutating func placeAddition(
    _ place: GlyphPlace, after: (place: GlyphPlace, letter: Int, isNext: Bool)?,
    before: (place: GlyphPlace, letter: Int)?, isLast: Bool
  ) {
    let glyph = glyph(place)
    let previous = after.flatMap { $0.place.page == place.page ? self.glyph($0.place) : nil }
    func add(_ content: PlacedLetter.Content, _ anchor: Int, _ side: Int, isInBlock: Bool) {
      pages[place.page].append(
        PlacedLetter(
          content: content, anchor: anchor, side: side, isInBlock: isInBlock, glyph: glyph,
          box: glyph.quad().bounds))
    }
    if let after, after.isNext, previous != nil, written.breaks.contains(after.letter),
      Self.hyphens.contains(glyph.text) || glyph.text == "\u{AD}" && isLast
    {
      add(.hyphen, after.letter, 1, isInBlock: true)
      return
    }
    guard !glyph.text.seen.isEmpty else { return }
    let isOfPrevious = previous.map { $0.rank == glyph.rank } ?? false
    if let previous, isOfPrevious, isEmphasis(glyph, of: previous) { return }
    let following = before.flatMap { $0.place.page == place.page ? self.glyph($0.place) : nil }
    if let after, isOfPrevious {
      add(.drawn, after.letter, 1, isInBlock: true)
    } else if let before, let following, stands(glyph, beside: following, before.letter) {
      add(.drawn, before.letter, -1, isInBlock: true)
    } else if let after, let previous, stands(glyph, beside: previous, after.letter) {
      add(.drawn, after.letter, 1, isInBlock: true)
    } else if glyph.rank == nil {
      // Such as the time on a player.
      addArtifact(place)
    } else if let after, previous != nil {
      add(.drawn, after.letter, 1, isInBlock: false)
    } else {
      add(.drawn, before?.letter ?? 0, -1, isInBlock: false)
    }
  }

  /// True if a glyph overlaps that of a letter by more than half of a line.
  private func stands(_ glyph: DrawnGlyph, beside other: DrawnGlyph, _ letter: Int) -> Bool {
    let (a, b) = (glyph.quad().bounds, other.quad().bounds)
    let block = written.words[words(of: letter..<letter + 1).lowerBound].block
    let isVertical = written.blocks[block].isVertical || !other.isUpright
    let shared =
      isVertical
      ? min(a.maxX, b.maxX) - max(a.minX, b.minX) : min(a.maxY, b.maxY) - max(a.minY, b.minY)
    return shared > (isVertical ? min(a.width, b.width) : min(a.height, b.height)) / 2
  }
}

extension String {
  /// Without spaces, soft hyphens, joiners and what else has no shape.
  var seen: String { filter(\.isSeen) }
}

extension Character {
  fileprivate var isSeen: Bool {
    !isWhitespace
      && unicodeScalars.contains {
        !$0.properties.isDefaultIgnorableCodePoint && $0.properties.generalCategory != .control
      }
  }
}

extension Rect {
  fileprivate func touches(_ other: Rect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}
