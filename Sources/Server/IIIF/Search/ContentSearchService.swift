import RectoHTTP
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

  func response(to call: RequestContext) async throws -> HTTPResponse? {
    guard call.path.count == 4, call.path.starts(with: ["iiif", "search"]),
      ["1", "2"].contains(call.path[2])
    else { return nil }
    let words = try call.query.text("q") ?? ""
    let pages = ContentSearch.maximumHits / ContentSearch.hitsPerPage
    let number = try call.query.integer("page", in: 0...pages - 1) ?? 0
    let ignored = call.request.target.query.map(\.name).filter(Self.ignored.contains)
    let search = try await context.shelf.reading(call.path[3]) { item, publication in
      let record = try await context.shelf.record(item)
      return try await context.desk.run(.neighbor, .pages(publication.pageCount)) {
        () async throws(PageError) in
        try await ContentSearch(
          words, number: number, in: publication, of: record, ignored: ignored, call.links)
      }
    }
    let isFirstVersion = call.path[2] == "1"
    let type = call.linkedDataType(isFirstVersion ? LinkedData.search1 : LinkedData.search2)
    var response = call.json(type: type) { json in
      if isFirstVersion {
        json.value(ContentSearchDocument1(search: search))
      } else {
        json.value(ContentSearchDocument2(search: search))
      }
    }
    response.addVary("Accept")
    return response
  }
}
