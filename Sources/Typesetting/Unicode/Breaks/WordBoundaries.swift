import RectoPageModel

/// A word, or what stands between words.
public struct WordSegment: Sendable, Hashable {
  /// UTF-16 units.
  public var range: Range<Int>
  /// True if it has letters, digits, kana or ideographs.
  public var isWord: Bool
}

/// Divides text into words as a reader selects them (UAX 29), with ICU's dictionaries for Chinese,
/// Japanese, Thai and the other scripts that are written without spaces.
///
/// Not for two threads at a time.
public final class WordBoundaries {
  private let finder: BoundaryFinder

  /// `language` is a BCP 47 tag. Throws `limit` if ICU fails. Calls `ubrk_open`.
  public init(language: String? = nil) throws(PageError) {
    finder = try BoundaryFinder(.words, locale: localeName(of: language))
  }

  /// Replaces `segments` by those of a text; they cover it without a gap. Throws `limit` for text
  /// beyond what ICU takes.
  public func findSegments(in text: Span<UInt16>, into segments: inout [WordSegment])
    throws(PageError)
  {
    segments.removeAll(keepingCapacity: true)
    var start = 0
    try finder.forEachBoundary(in: text) { boundaries in
      for boundary in boundaries {
        let end = Int(boundary.offset)
        // UBRK_WORD_NONE_LIMIT is 100; from there on statuses are those of kinds of words.
        segments.append(WordSegment(range: start..<end, isWord: boundary.status >= 100))
        start = end
      }
    }
  }
}
