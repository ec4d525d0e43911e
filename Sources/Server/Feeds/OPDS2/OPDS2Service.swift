import RectoHTTP

/// The shelf as an OPDS 2.0 catalog, in pages and with search.
struct OPDS2Service: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  func response(to call: RequestContext) async throws -> HTTPResponse? {
    guard call.path.count == 3, call.path.starts(with: ["opds", "2"]) else { return nil }
    let list: CatalogList
    switch call.path[2] {
    case "catalog.json": list = try CatalogList(call.query)
    case "search.json": list = try CatalogList(call.query, words: "query")
    default: return nil
    }
    let number = try call.query.integer("page", in: 1...1_000_000) ?? 1
    let page = try await CatalogPage(list, number: number, of: context.shelf)
    return call.json(type: OPDS2Feed.mediaType) {
      $0.value(OPDS2Feed(page: page, links: call.links))
    }
  }
}
