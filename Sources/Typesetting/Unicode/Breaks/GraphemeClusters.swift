import RectoPageModel

/// Finds what readers take for one character: extended grapheme clusters (UAX 29).
///
/// Not for two threads at a time.
public final class GraphemeClusters {
  private let finder: BoundaryFinder

  /// Throws `limit` if ICU fails. Calls `ubrk_open`.
  public init() throws(PageError) { finder = try BoundaryFinder(.graphemes, locale: "") }

  /// Replaces `ends` by the offsets at which clusters end, in UTF-16 units; the last is the length
  /// of the text. Throws `limit` for text beyond what ICU takes.
  public func findEnds(in text: Span<UInt16>, into ends: inout [Int]) throws(PageError) {
    ends.removeAll(keepingCapacity: true)
    ends.reserveCapacity(text.count)
    if Self.isPlain(text) {
      for index in text.indices
      where text[index] != 0x0D || index + 1 == text.count || text[index + 1] != 0x0A {
        ends.append(index + 1)
      }
    } else {
      try finder.forEachBoundary(in: text) { boundaries in
        for boundary in boundaries { ends.append(Int(boundary.offset)) }
      }
    }
  }

  /// True if each unit is a cluster except for CR LF, as in text below the first combining mark.
  private static func isPlain(_ text: Span<UInt16>) -> Bool {
    var highest: UInt16 = 0
    for index in text.indices { highest = max(highest, text[index]) }
    return highest < 0x0300
  }
}
