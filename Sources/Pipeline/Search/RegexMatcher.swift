import CRectoUnicode
import RectoPageModel

/// Finds the matches of an ICU regular expression, in the reading text and again in the text with
/// all hyphens at line ends.
///
/// `@unchecked`: a search is used under its owner's lock; `cancel` alone comes from other threads, and
/// sets an atomic flag.
final class RegexMatcher: TextMatcher, @unchecked Sendable {
  private let pattern: String
  private let seconds: Double
  private let wholeWords: Bool
  /// Used by one thread at a time, except for cancelling.
  private let regex: OpaquePointer

  /// The maximum length of a pattern in messages.
  private static let quotedLength = 60

  /// Lookarounds for whole words.
  private static let noLetterBefore = #"(?<![\p{Alphabetic}\p{N}])"#
  private static let noLetterBehind = #"(?![\p{Alphabetic}\p{N}])"#

  /// `seconds` limits the processor time of all matching together. With `wholeWords`, only matches
  /// without a letter or digit beside them are found.
  ///
  /// Throws `badRequest` for a pattern that is not valid.
  init(
    _ pattern: String, ignoresCase: Bool, wholeWords: Bool, seconds: Double
  ) throws(PageError) {
    self.pattern = pattern
    self.seconds = seconds
    self.wholeWords = wholeWords
    var position: Int32 = -1
    func open(_ pattern: String) -> OpaquePointer? {
      let units = composed(pattern)
      return unicode_regex_open(
        units, Int32(units.count), ignoresCase, Int64(seconds * 1e9), &position)
    }
    guard let plain = open(pattern) else {
      let place = position >= 0 ? ", at its character \(position + 1)" : ""
      throw PageError(
        .badRequest,
        "the regular expression \(Self.quoted(pattern)) is not valid\(place)")
    }
    // No lookahead can follow a pattern that ends with a comment.
    if wholeWords, let whole = open("\(Self.noLetterBefore)(?:\(pattern))\(Self.noLetterBehind)") {
      unicode_regex_close(plain)
      regex = whole
    } else {
      regex = plain
    }
  }

  deinit { unicode_regex_close(regex) }

  let reach = 1_000

  func cancel() { unicode_regex_cancel(regex) }

  func matches(
    in flow: TextFlow, from first: Int, over seam: Int?
  ) throws(PageError) -> [TextMatch] {
    var matches = try matches(in: flow, from: first, over: seam, keepsHyphens: false)
    guard flow.elements.contains(where: { $0.isHyphen && !$0.isRead }) else { return matches }
    let others = try self.matches(in: flow, from: first, over: seam, keepsHyphens: true)
    var known = matches[...]
    for match in others
    where flow.elements[match.range].contains(where: { $0.isHyphen && !$0.isRead }) {
      while let next = known.first, next.range.upperBound <= match.range.lowerBound {
        known.removeFirst()
      }
      if known.first?.range.overlaps(match.range) != true { matches.append(match) }
    }
    return matches.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func matches(
    in flow: TextFlow, from first: Int, over seam: Int?, keepsHyphens: Bool
  ) throws(PageError) -> [TextMatch] {
    var units: [UInt16] = []
    var sources: [Int] = []
    for (index, element) in flow.elements.enumerated()
    where element.isRead || keepsHyphens && element.isHyphen {
      let character: Character = element.isHyphen ? "-" : element.character
      if let ascii = character.asciiValue {
        units.append(UInt16(ascii))
      } else {
        units += composed(String(character))
      }
      while sources.count < units.count { sources.append(index) }
    }
    let start = sources.partitioningIndex { $0 >= first }
    let length = Int32(clamping: units.count)
    return try units.withUnsafeBufferPointer { text throws(PageError) -> [TextMatch] in
      guard unicode_regex_start(regex, text.baseAddress, length, Int32(clamping: start)) else {
        throw tooLong
      }
      var matches: [TextMatch] = []
      while let match = try next() {
        if let seam, sources[match.lowerBound] >= seam { break }
        guard !match.isEmpty else { continue }
        let last = sources[match.upperBound - 1]
        let range = sources[match.lowerBound]..<last + 1
        if seam.map({ last >= $0 }) ?? true, !wholeWords || flow.standsAlone(range) {
          matches.append(TextMatch(range: range, keepsHyphens: keepsHyphens))
        }
      }
      return matches
    }
  }

  private func next() throws(PageError) -> Range<Int>? {
    var (start, end): (Int32, Int32) = (0, 0)
    switch unicode_regex_next(regex, &start, &end) {
    case UNICODE_REGEX_MATCH: return Int(start)..<Int(end)
    case UNICODE_REGEX_NO_MATCH: return nil
    case UNICODE_REGEX_CANCELLED: throw PageError(.cancelled, "the search was cancelled")
    default: throw tooLong
    }
  }

  private var tooLong: PageError {
    let number = seconds.rounded() == seconds ? "\(Int(seconds))" : "\(seconds)"
    let limit = seconds == 1 ? "a second" : "\(number) seconds"
    return PageError(
      .limit,
      "the regular expression \(Self.quoted(pattern)) takes more than \(limit): make it simpler")
  }

  private static func quoted(_ pattern: String) -> String {
    pattern.count <= quotedLength ? pattern : "\(pattern.prefix(quotedLength))…"
  }
}

/// A text in UTF-16 with letters and marks composed, so that the same letters are the same units.
private func composed(_ text: String) -> [UInt16] {
  let units = Array(text.utf16)
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return units }
  // A few characters are longer when they are composed, up to three times (UAX 15).
  return [UInt16](unsafeUninitializedCapacity: units.count * 3) { buffer, count in
    let length = unicode_compose(
      units, Int32(units.count), buffer.baseAddress, Int32(buffer.count))
    count = max(0, Int(length))
    if length < 0 {
      _ = buffer.initialize(from: units)
      count = units.count
    }
  }
}
