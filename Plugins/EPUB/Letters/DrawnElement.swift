import RectoPDFBackend

/// The glyphs of one element of the PDF's structure, which is one text of the document.
struct DrawnElement {
  /// In the order of the structure tree.
  var places: [GlyphPlace] = []
  var digest = TextDigest()

  /// The elements in the order of the tree, without the glyphs that are outside of the clip.
  ///
  /// `known` has the digests of the written texts. Elements that are drawn on several pages, such as the
  /// head and the foot of a table, are once in `elements`, where they follow the text before them; the
  /// others' glyphs are `repeated`.
  static func elements(
    of pages: [[DrawnGlyph]], known: Set<TextDigest>, keys: inout LetterKeys
  ) -> (elements: [DrawnElement], repeated: [GlyphPlace]) {
    var elements: [DrawnElement] = []
    var repeated: [GlyphPlace] = []
    let places = GlyphOrder.structureOrder(pages)
    var start = 0
    while start < places.count {
      let owner = pages[places[start].page][places[start].index].element
      var end = start + 1
      while end < places.count, pages[places[end].page][places[end].index].element == owner {
        end += 1
      }
      var parts: [DrawnElement] = []
      for place in places[start..<end] {
        if parts.last?.places.last?.page != place.page { parts.append(DrawnElement()) }
        parts[parts.count - 1].places.append(place)
        parts[parts.count - 1].digest.add(pages[place.page][place.index].keys(&keys))
      }
      // Two equal halves of a text of their own stand elsewhere on their pages.
      let isRepeated =
        parts.count > 1 && parts.allSatisfy { $0.digest == parts[0].digest }
        && (!known.contains(parts[0].digest.times(parts.count))
          || known.contains(parts[0].digest)
            && parts.allSatisfy { $0.stands(as: parts[0], on: pages) })
      if isRepeated {
        let before = elements.last?.places.last?.page ?? 0
        let own = parts.firstIndex { $0.places[0].page >= before } ?? 0
        elements.append(parts.remove(at: own))
        repeated += parts.flatMap(\.places)
      } else {
        var whole = parts[0]
        for part in parts.dropFirst() {
          whole.places += part.places
          whole.digest.add(part.digest)
        }
        elements.append(whole)
      }
      start = end
    }
    return (elements, repeated)
  }

  /// True if the glyphs have the same distances from the left side of the page.
  private func stands(as other: DrawnElement, on pages: [[DrawnGlyph]]) -> Bool {
    places.count == other.places.count
      && zip(places, other.places).allSatisfy {
        let (a, b) = (pages[$0.page][$0.index].start.x, pages[$1.page][$1.index].start.x)
        return abs(a - b) < 0.1
      }
  }
}

/// The compared letters of a text, in whatever order they are drawn, and without hyphens, which stand
/// at ends of lines.
struct TextDigest: Hashable {
  private var sum: UInt64 = 0
  private(set) var count: UInt64 = 0

  init() {}

  init(_ keys: some Sequence<UInt16>) { add(keys) }

  var isEmpty: Bool { count == 0 }

  mutating func add(_ keys: some Sequence<UInt16>) {
    for key in keys where key != 0x2D && key != 0x2010 {
      // SplitMix64's finalizer.
      var mixed = (UInt64(key) &+ 1) &* 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      sum &+= mixed ^ (mixed >> 31)
      count += 1
    }
  }

  mutating func add(_ other: TextDigest) {
    sum &+= other.sum
    count += other.count
  }

  func times(_ number: Int) -> TextDigest {
    var result = TextDigest()
    result.sum = sum &* UInt64(number)
    result.count = count &* UInt64(number)
    return result
  }
}

extension DrawnGlyph {
  /// Its compared letters; one that stands for any where the PDF states none, or that of one that its
  /// font lacks (U+0000).
  func keys(_ keys: inout LetterKeys) -> [UInt16] {
    text.unicodeScalars.allSatisfy { $0 == "\0" }
      ? [Alignment.unknown] : text.flatMap { keys.keys(of: $0) }
  }
}
