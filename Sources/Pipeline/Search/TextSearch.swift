import RectoJSON
import RectoPageModel

/// Finds text in pages, the same way for every backend: over the ends of lines, columns and pages,
/// over the gutter between facing pages, with and without the hyphens at line ends, and whatever the
/// letters' case and marks.
public struct TextSearch: Sendable {
  /// The options of a query.
  public struct Options: Sendable, Hashable {
    /// True if it is a regular expression in ICU's syntax, which sees marks and curly quotes as
    /// they are. Letters and their marks are composed (NFC).
    public var isRegex = false
    /// True if capitals differ from small letters.
    public var isCaseSensitive = false
    /// True if accents and other optional marks matter. To regular expressions they always do.
    public var isMarkSensitive = false
    /// True if a hit must not touch a letter or a digit.
    public var wholeWords = false
    /// The processor time in seconds that a regular expression may take, and a hundredth of it
    /// more for each page.
    public var regexSeconds = 1.0

    /// Options of plain text that ignore case.
    public init() {}
  }

  /// A place where the query was found.
  public struct Hit: Sendable, Hashable {
    /// The part of a hit on one page.
    public struct Part: Sendable, Hashable {
      /// The page's index.
      public var page: Int
      /// One for each line that the hit touches.
      public var quads: [Quad]
    }

    /// The index of the page that it begins on.
    public var page: Int
    /// One for each line of that page that the hit touches.
    public var quads: [Quad]
    /// The parts on further pages of a hit that continues across a page's end or the gutter, in
    /// reading order.
    public var continued: [Part] = []
    /// The text as read on the page, its lines joined.
    public var text: String
    /// A few words before the hit.
    public var before: String
    /// A few words after the hit.
    public var after: String

    /// The parts on every page.
    public var parts: [Part] { [Part(page: page, quads: quads)] + continued }
  }

  /// Characters of context on each side.
  static let contextLength = 40
  /// Characters of a query.
  private static let longestQuery = 10_000

  /// The given query.
  public let query: String
  /// The options.
  public let options: Options

  /// Throws `badRequest` for an empty query, one of more than 10,000 characters, or a regular
  /// expression that is not valid.
  public init(_ query: String, options: Options = Options()) throws(PageError) {
    guard !query.isEmpty, !query.allSatisfy(\.isWhitespace) else {
      throw PageError(.badRequest, "the query is empty: give a word")
    }
    guard query.unicodeScalars.count <= Self.longestQuery else {
      throw PageError(
        .badRequest, "the query is longer than \(Self.longestQuery) characters")
    }
    self.query = query
    self.options = options
    if options.isRegex { _ = try matcher(pages: 1) }
  }

  /// A text as plain queries are compared: without regard to case, marks and kinds of white space.
  package static func folded(_ text: String) -> String { TextFolding().fold(text) }

  /// A page's text as it is read: lines joined, words whole that were hyphenated.
  package static func running(_ text: PageText) -> String {
    let flow = TextFlow(SearchedPage.lines(of: text, page: 0, TextFolding()))
    return flow.text(flow.elements.indices)
  }

  /// The hits within one page, in reading order; `OpenPublication.hits(of:on:_:)` also finds hits
  /// that continue across pages.
  ///
  /// Throws `limit` if the page has too much text or a regular expression takes too long.
  public func hits(in text: PageText, page: Int) throws(PageError) -> [Hit] {
    var search = try PublicationSearch(self, pages: 1)
    search.add(
      try SearchedPage(
        text, page: page, size: Size(width: 0, height: 0), isUpright: false, search.folding))
    return try search.next()
  }

  var folding: TextFolding {
    TextFolding(keepsCase: options.isCaseSensitive, keepsMarks: options.isMarkSensitive)
  }

  /// The matcher for a publication with that many pages.
  func matcher(pages: Int) throws(PageError) -> any TextMatcher {
    guard options.isRegex else {
      return PlainMatcher(query, folding, wholeWords: options.wholeWords)
    }
    return try RegexMatcher(
      query, ignoresCase: !options.isCaseSensitive, wholeWords: options.wholeWords,
      seconds: options.regexSeconds * (1 + Double(pages) / 100))
  }
}

/// `{"page","quads","text","before","after"}`, and of a hit that goes on
/// `"continued":[{"page","quads"}]`.
extension TextSearch.Hit: JSONRepresentable {
  /// Writes the form above.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("page", page)
      json.key("quads")
      json.array(quads) { $0.value($1) }
      if !continued.isEmpty {
        json.key("continued")
        json.array(continued) { json, part in
          json.object { json in
            json.member("page", part.page)
            json.key("quads")
            json.array(part.quads) { $0.value($1) }
          }
        }
      }
      json.member("text", text)
      json.member("before", before)
      json.member("after", after)
    }
  }
}
