import RectoHTTP
import RectoJSON
import RectoPageModel

/// The IIIF Content Search API, versions 1.0 and 2.0, over the words of a publication's pages. The
/// words of a query are looked for as they stand, one behind the other.
struct ContentSearchService: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  /// Parameters of the specifications that say nothing here: all annotations are lines of the page,
  /// and of no date and no person.
  private static let ignored: Set = ["motivation", "date", "user"]

  var routes: [Route] {
    [
      Route("/iiif/search/1/{id}") { call in
        try await answer(call, LinkedData.search1) { ContentSearchDocument1(search: $0) }
      },
      Route("/iiif/search/2/{id}") { call in
        try await answer(call, LinkedData.search2) { ContentSearchDocument2(search: $0) }
      },
    ]
  }

  private func answer(
    _ call: RequestContext, _ version: String,
    _ document: (ContentSearch) -> some JSONRepresentable
  ) async throws -> HTTPResponse {
    let words = try call.query.text("q") ?? ""
    let pages = ContentSearch.maximumHits / ContentSearch.hitsPerPage
    let number = try call.query.integer("page", in: 0...pages - 1) ?? 0
    let ignored = call.request.target.query.map(\.name).filter(Self.ignored.contains)
    let search = try await context.shelf.reading(call.parameters["id"]) { item, publication in
      let record = try await context.shelf.record(item)
      return try await context.scheduler.run(.neighbor, .pages(publication.pageCount)) {
        () async throws(PageError) in
        try await ContentSearch(
          words, number: number, in: publication, of: record, ignored: ignored, call.links)
      }
    }
    var response = call.json(type: call.linkedDataType(version)) { $0.value(document(search)) }
    response.addVary("Accept")
    return response
  }
}
