import PageModel

/// Finds text in pages, the same way for every backend: over line ends, over hyphens at line
/// ends, and whatever the letters' case and marks.
public struct TextSearch: Sendable {
  /// How a query is meant.
  public struct Options: Sendable, Hashable {
    /// Whether it is a regular expression, of the kind that Swift's `Regex` reads, which sees marks
    /// and curly quotes as they stand.
    public var isRegex = false
    /// Whether capitals differ from small letters.
    public var isCaseSensitive = false
    /// Whether a hit must not touch a letter or a digit.
    public var wholeWords = false

    /// Plain text, whatever its case.
    public init() {}
  }

  /// One place where the query stands.
  public struct Hit: Sendable, Hashable {
    /// The page's index.
    public var page: Int
    /// One for each line that the hit touches.
    public var quads: [Quad]
    /// As it stands on the page, its lines joined.
    public var text: String
    /// Up to some words of context.
    public var before: String
    /// The same, of what follows.
    public var after: String
  }

  /// Characters of context on each side.
  private static let contextLength = 40

  /// As it was given.
  public let query: String
  /// How it is meant.
  public let options: Options

  /// Throws `badRequest` for an empty query or a regular expression that does not parse.
  public init(_ query: String, options: Options = Options()) throws(PageError) {
    guard !query.isEmpty, !query.allSatisfy(\.isWhitespace) else {
      throw PageError(.badRequest, "there is nothing to search for: the query is empty")
    }
    self.query = query
    self.options = options
    if options.isRegex { _ = try regex() }
  }

  /// A text as plain queries are compared: without regard to case, marks and kinds of white space.
  package static func folded(_ text: String) -> String {
    TextFlow.fold(text, isCaseSensitive: false)
  }

  /// A page's text as it is searched: lines joined by spaces, words whole that were hyphenated.
  package static func running(_ text: PageText) -> String {
    String(TextFlow(text, folding: .none).folded)
  }

  /// The hits of one page, in reading order.
  public func hits(in text: PageText, page: Int) throws(PageError) -> [Hit] {
    // Whoever types a hyphen means one, also where it stands at a line's end.
    let flow = TextFlow(
      text, folding: options.isRegex ? .none : .letters(options.isCaseSensitive),
      joinsHyphenated: options.isRegex || !query.contains("-"))
    let ranges = options.isRegex ? try regexRanges(in: flow) : plainRanges(in: flow)
    return ranges.compactMap { range in
      guard !options.wholeWords || flow.standsAlone(range) else { return nil }
      let quads = flow.quads(range)
      guard !quads.isEmpty else { return nil }
      return Hit(
        page: page, quads: quads, text: flow.original(range),
        before: flow.original(max(0, range.lowerBound - Self.contextLength)..<range.lowerBound),
        after: flow.original(
          range.upperBound..<min(flow.count, range.upperBound + Self.contextLength)))
    }
  }

  private func plainRanges(in flow: TextFlow) -> [Range<Int>] {
    let words = TextFlow.fold(query, isCaseSensitive: options.isCaseSensitive)
    let needle = Array(words.trimmingPrefix(" ").reversed().trimmingPrefix(" ").reversed())
    let haystack = flow.folded
    guard !needle.isEmpty, haystack.count >= needle.count else { return [] }
    var ranges: [Range<Int>] = []
    var start = 0
    while start <= haystack.count - needle.count {
      if haystack[start] == needle[0], haystack[start..<start + needle.count].elementsEqual(needle)
      {
        let end = start + needle.count
        ranges.append(flow.sourceIndex[start]..<flow.sourceIndex[end - 1] + 1)
        start = end
      } else {
        start += 1
      }
    }
    return ranges
  }

  private func regex() throws(PageError) -> Regex<AnyRegexOutput> {
    do {
      let regex = try Regex(query)
      return options.isCaseSensitive ? regex : regex.ignoresCase()
    } catch {
      throw PageError(.badRequest, "the regular expression \(query) is not valid")
    }
  }

  private func regexRanges(in flow: TextFlow) throws(PageError) -> [Range<Int>] {
    let regex = try regex()
    let text = String(flow.folded)
    return text.matches(of: regex).compactMap { match in
      let start = text.distance(from: text.startIndex, to: match.range.lowerBound)
      let length = text.distance(from: match.range.lowerBound, to: match.range.upperBound)
      guard length > 0 else { return nil }
      return flow.sourceIndex[start]..<flow.sourceIndex[start + length - 1] + 1
    }
  }
}

/// `{"page","quads","text","before","after"}`
extension TextSearch.Hit: JSONRepresentable {
  /// Writes the form above.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("page", page)
      json.key("quads")
      json.array(quads) { $0.value($1) }
      json.member("text", text)
      json.member("before", before)
      json.member("after", after)
    }
  }
}
