import CRectoUnicode
import RectoPageModel

/// One set of ICU's break rules, opened once and run over text after text.
///
/// Thai, Lao, Khmer and Burmese lines are found by its dictionaries. Not for two threads at a time.
final class BoundaryFinder {
  enum Kind { case graphemes, lines }

  private let breaks: OpaquePointer
  /// The buffer that receives boundaries, some hundreds at a time.
  private let chunk: UnsafeMutableBufferPointer<unicode_boundary>

  /// Throws `limit` if ICU fails. Calls `ubrk_open`.
  init(_ kind: Kind, locale: String) throws(PageError) {
    let code =
      switch kind {
      case .graphemes: UNICODE_GRAPHEME_BREAKS
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
  /// order and several at a time. Throws `limit` for text longer than ICU's limit.
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

/// Finds extended grapheme clusters (UAX 29), which readers perceive as characters.
///
/// Not for two threads at a time.
public final class GraphemeClusters {
  private let finder: BoundaryFinder

  /// Throws `limit` if ICU fails. Calls `ubrk_open`.
  public init() throws(PageError) { finder = try BoundaryFinder(.graphemes, locale: "") }

  /// Replaces `ends` by the offsets at which clusters end, in UTF-16 units; the last is the length
  /// of the text. Throws `limit` for text longer than ICU's limit.
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
