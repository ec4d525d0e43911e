import RectoPDFBackend
import RectoPageModel

extension LetterPlacing {
  /// Gives letters for which nothing is drawn the gap between their neighbors, unless all of their
  /// block is not shown, or their words are clipped away.
  mutating func fillGaps() {
    var clipped: ClippedLetters?
    var start = 0
    while start < written.letters.count {
      guard firstPlaces[start] == nil else {
        start += 1
        continue
      }
      var end = start
      while end < written.letters.count, firstPlaces[end] == nil { end += 1 }
      defer { start = end }
      let gap = start..<end
      var all = clipped ?? ClippedLetters(glyphs)
      let isClipped = all.contain(written.letters[gap])
      clipped = all
      fill(gap, isClipped: isClipped)
    }
  }

  private mutating func fill(_ gap: Range<Int>, isClipped: Bool) {
    for word in words(of: gap) {
      let own = written.words[word]
      // Words that are cut off stay whole.
      if isClipped, own.letters.allSatisfy({ firstPlaces[$0] == nil }) { continue }
      let letters = gap.clamped(to: own.letters)
      let before = neighbor(gap.lowerBound - 1, inBlock: own.block)
      let after = neighbor(gap.upperBound, inBlock: own.block)
      guard let near = before ?? after else { continue }
      let from = pages[Int(near.page)][Int(near.entry)]
      let to = after.flatMap { $0.page == near.page ? pages[Int($0.page)][Int($0.entry)].box : nil }
      let box =
        written.blocks[own.block].isVertical
        ? from.box.gapBelow(to, isBefore: before == nil)
        : from.box.gapBeside(to, isBefore: before == nil)
      for letter in letters {
        let entry = PlacedLetter(
          content: .written(letter), anchor: letter, side: 0, isInBlock: true, glyph: from.glyph,
          box: box)
        firstPlaces[letter] = (near.page, Int32(pages[Int(near.page)].count))
        pages[Int(near.page)].append(entry)
      }
    }
  }

  /// The words that a range of letters touches.
  func words(of letters: Range<Int>) -> Range<Int> {
    // The first that ends behind its beginning.
    var (low, high) = (0, written.words.count)
    while low < high {
      let middle = (low + high) / 2
      if written.words[middle].letters.upperBound <= letters.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var end = low
    while end < written.words.count, written.words[end].letters.lowerBound < letters.upperBound {
      end += 1
    }
    return low..<end
  }

  private func neighbor(_ letter: Int, inBlock block: Int) -> (page: Int32, entry: Int32)? {
    guard written.letters.indices.contains(letter), let place = firstPlaces[letter],
      written.words[words(of: letter..<letter + 1).lowerBound].block == block
    else { return nil }
    return place
  }
}

/// The letters that are drawn outside of the clip, and not seen.
private struct ClippedLetters {
  private var keys = LetterKeys()
  private var all: [UInt16] = []
  private var work = 0

  /// The maximum number of keys that are compared for all gaps together.
  private static let mostWork = 50_000_000

  init(_ glyphs: [[DrawnGlyph]]) {
    for page in glyphs {
      for glyph in page where glyph.isClipped {
        for letter in glyph.text { all += keys.keys(of: letter) }
      }
    }
  }

  /// True where these are among them, one after the other.
  mutating func contain(_ letters: ArraySlice<Character>) -> Bool {
    let piece = letters.flatMap { keys.keys(of: $0) }
    guard let first = piece.first, piece.count <= all.count, work < Self.mostWork else {
      return false
    }
    work += all.count
    return (0...all.count - piece.count).contains {
      all[$0] == first && all[$0..<$0 + piece.count].elementsEqual(piece)
    }
  }
}

extension Rect {
  /// The gap between this box and another one of its line, or a zero width if there is no other.
  fileprivate func gapBeside(_ other: Rect?, isBefore: Bool) -> Rect {
    if let other, other != self, min(maxY, other.maxY) - max(minY, other.minY) > height / 2 {
      if other.minX >= maxX { return Rect(x: maxX, y: y, width: other.minX - maxX, height: height) }
      if other.maxX <= minX {
        return Rect(x: other.maxX, y: y, width: minX - other.maxX, height: height)
      }
    }
    return Rect(x: isBefore ? minX : maxX, y: y, width: 0, height: height)
  }

  fileprivate func gapBelow(_ other: Rect?, isBefore: Bool) -> Rect {
    if let other, other.minY >= maxY, min(maxX, other.maxX) - max(minX, other.minX) > width / 2 {
      return Rect(x: x, y: maxY, width: width, height: other.minY - maxY)
    }
    return Rect(x: x, y: isBefore ? minY : maxY, width: width, height: 0)
  }
}
