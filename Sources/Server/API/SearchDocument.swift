import RectoHTTP
import RectoJSON
import RectoPageModel
import RectoPipeline

/// `/api/1/publications/{id}/search`: hits in the order of the pages.
struct SearchDocument: Sendable {
  private let call: PublicationCall

  /// The maximum time of a search, enough for a book of a thousand pages; then the client gets the hits so
  /// far.
  private static let longest = Duration.seconds(20)

  init(_ call: PublicationCall) {
    self.call = call
  }

  /// `{"query","offset","hits":[…],"complete"}`, with `"total"` where all pages were looked through,
  /// and then `"complete":true`.
  func response() async throws -> HTTPResponse {
    let query = call.call.query
    let offset = try query.integer("offset", in: 0...100_000) ?? 0
    let limit = try query.integer("limit", in: 1...1_000) ?? 100
    let search = try search()
    let publication = call.publication
    let (hits, isComplete) = try await call.reading(.visible, .pages(publication.pageCount)) {
      () async throws(PageError) in
      var hits: [TextSearch.Hit] = []
      let end = ContinuousClock.now + Self.longest
      let found = publication.hits(of: search).makeAsyncIterator()
      while let page = try await found.next() {
        // Pages that cannot be read have no hits; the others have theirs.
        hits += try page.result.ofReadablePage() ?? []
        if hits.count > offset + limit || ContinuousClock.now > end { return (hits, false) }
      }
      return (hits, true)
    }
    return call.call.json { json in
      json.object { json in
        json.member("query", search.query)
        json.member("offset", offset)
        json.key("hits")
        json.array(hits.dropFirst(offset).prefix(limit)) { $0.value($1) }
        if isComplete { json.member("total", hits.count) }
        json.member("complete", isComplete)
      }
    }
  }

  private func search() throws -> TextSearch {
    let query = call.call.query
    guard let text = try query.text("q") else {
      throw ServerError.badRequest("q is missing: give the text to search for")
    }
    var options = TextSearch.Options()
    options.isCaseSensitive = try query.flag("case")
    options.isMarkSensitive = try query.flag("accents")
    options.isRegex = try query.flag("regex")
    options.wholeWords = try query.flag("words")
    return try TextSearch(text, options: options)
  }
}
