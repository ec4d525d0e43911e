import CRectoUnicode
import RectoPageModel

/// One set of ICU's break rules, opened once and run over text after text.
///
/// Thai, Lao, Khmer and Burmese lines, and Chinese and Japanese words, are found by its
/// dictionaries. Not for two threads at a time.
final class BoundaryFinder {
  enum Kind { case graphemes, words, lines }

  private let breaks: OpaquePointer
  /// The buffer that receives boundaries, some hundreds at a time.
  private let chunk: UnsafeMutableBufferPointer<unicode_boundary>

  /// Throws `limit` if ICU fails. Calls `ubrk_open`.
  init(_ kind: Kind, locale: String) throws(PageError) {
    let code =
      switch kind {
      case .graphemes: UNICODE_GRAPHEME_BREAKS
      case .words: UNICODE_WORD_BREAKS
      case .lines: UNICODE_LINE_BREAKS
      }
    guard let breaks = unicode_breaks_open(code, locale) else {
      throw failure(of: "open the break rules of '\(locale)'")
    }
    self.breaks = breaks
    chunk = .allocate(capacity: 512)
    chunk.initialize(repeating: unicode_boundary())
  }

  deinit {
    chunk.deallocate()
    unicode_breaks_close(breaks)
  }

  /// Gives every boundary behind the beginning of the text, its end among them, to `body`, in
  /// order and several at a time. Throws `limit` for text beyond what ICU takes.
  func forEachBoundary(
    in text: Span<UInt16>,
    _ body: (UnsafeMutableBufferPointer<unicode_boundary>.SubSequence) -> Void
  ) throws(PageError) {
    let length = try checkedLength(of: text)
    guard length > 0 else { return }
    let isComplete = text.withUnsafeBufferPointer { units in
      guard unicode_breaks_start(breaks, units.baseAddress, length) else { return false }
      while true {
        let count = unicode_breaks_next(breaks, chunk.baseAddress, Int32(chunk.count))
        guard count > 0 else { return count == 0 }
        body(chunk[..<Int(count)])
      }
    }
    guard isComplete else { throw failure(of: "find boundaries in a text") }
  }
}
