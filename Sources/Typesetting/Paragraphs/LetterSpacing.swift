/// Widens and narrows words a little to justify a line, where the paragraph allows it.
enum LetterSpacing {
  /// By how much a word may be widened or narrowed: `limit` thousandths of an em for each letter.
  /// Only of scripts whose letters stand apart.
  static func give(of word: ArraySlice<UInt16>, limit: Double, em: Int32) -> Int32 {
    guard word.allSatisfy({ $0 < 0x590 }) else { return 0 }
    return Int32(clamping: Int(Double(em) * limit / 1000 * Double(word.count)))
  }

  /// The same of a word in a script without spaces between words: less for each letter than readers
  /// of PDFs take for a space, a tenth of an em.
  static func give(ofClustersIn glyphs: ArraySlice<ShapedGlyph>, em: Int32) -> Int32 {
    let count = zip(glyphs, glyphs.dropFirst()).count { $0.cluster != $1.cluster } + 1
    return em / 16 &* Int32(clamping: count)
  }

  /// Adds `extra` to glyphs, the same after each cluster but for rounding.
  static func spread(_ extra: Int32, over glyphs: inout [ShapedGlyph]) {
    let ends = glyphs.indices.filter {
      $0 + 1 == glyphs.count || glyphs[$0 + 1].cluster != glyphs[$0].cluster
    }
    var given = 0
    for (number, index) in ends.enumerated() {
      let upToHere = Int(extra) * (number + 1) / ends.count
      glyphs[index].advance &+= Int32(truncatingIfNeeded: upToHere - given)
      given = upToHere
    }
  }
}
