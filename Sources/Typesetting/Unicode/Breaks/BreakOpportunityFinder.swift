import RectoPageModel

/// Finds where lines may end (UAX 14), by the rules of the text's language.
///
/// Rules are opened once for each language and kept. Not for two threads at a time.
public final class BreakOpportunityFinder {
  /// The strictness of the rules for small kana and punctuation at the start of lines (kinsoku), as
  /// in the CSS property `line-break`.
  public enum Strictness: String, Sendable, Hashable {
    /// The strictness of the language's tag (`ja-u-lb-loose`), else strict.
    case auto
    case loose, normal, strict
  }

  private struct Rules: Hashable {
    var language: String?
    var strictness: Strictness
  }

  /// The maximum number of open rule sets, each about 100 KB; further languages reopen theirs.
  private static let capacity = 16
  private var finders = BoundedCache<Rules, BoundaryFinder>(capacity: capacity)
  /// The rules of the last text, since the next is most often of the same language.
  private var latest: (rules: Rules, finder: BoundaryFinder)?

  public init() {}

  /// Replaces `opportunities` by those of a text, in order. The last is its end, mandatory only
  /// where a character makes it so; the start is not included.
  ///
  /// `language` is a BCP 47 tag. Throws `limit` for text longer than ICU's limit, or without
  /// memory.
  public func findOpportunities(
    in text: Span<UInt16>, language: String? = nil, strictness: Strictness = .auto,
    into opportunities: inout [LineBreakOpportunity]
  ) throws(PageError) {
    opportunities.removeAll(keepingCapacity: true)
    let finder = try finder(for: Rules(language: language, strictness: strictness))
    try finder.forEachBoundary(in: text) { boundaries in
      for boundary in boundaries {
        // UBRK_LINE_HARD is 100; those below are of soft breaks.
        opportunities.append(
          LineBreakOpportunity(offset: boundary.offset, isMandatory: boundary.status >= 100))
      }
    }
  }

  private func finder(for rules: Rules) throws(PageError) -> BoundaryFinder {
    if let latest, latest.rules == rules { return latest.finder }
    let finder: BoundaryFinder
    if let known = finders[rules] { finder = known } else { finder = try open(rules) }
    latest = (rules, finder)
    return finder
  }

  private func open(_ rules: Rules) throws(PageError) -> BoundaryFinder {
    let strictness = rules.strictness == .auto ? nil : rules.strictness.rawValue
    let locale = localeName(of: rules.language, keyword: "lb", value: strictness)
    let finder = try BoundaryFinder(.lines, locale: locale)
    finders[rules] = finder
    return finder
  }
}

/// A place where a line may or must end.
public struct LineBreakOpportunity: Sendable, Hashable {
  /// The offset twice, and one more where it is mandatory: paragraphs have thousands of these.
  private let packed: UInt32

  /// `offset` is at most 2^30, as long as a text may be.
  init(offset: Int32, isMandatory: Bool) {
    packed = UInt32(bitPattern: offset) << 1 | (isMandatory ? 1 : 0)
  }

  /// UTF-16 units before it; spaces at the line's end are among them.
  public var offset: Int { Int(packed >> 1) }

  /// True if the text before it ends in a line feed or another character that ends lines.
  public var isMandatory: Bool { packed & 1 == 1 }
}
