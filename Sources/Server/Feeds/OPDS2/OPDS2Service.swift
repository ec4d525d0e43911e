import RectoHTTP

/// The shelf as an OPDS 2.0 catalog, in pages and with search.
struct OPDS2Service: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  var routes: [Route] {
    [
      Route("/opds/2/catalog.json") { try await feed(CatalogList($0.query), $0) },
      Route("/opds/2/search.json") { try await feed(CatalogList($0.query, words: "query"), $0) },
    ]
  }

  private func feed(_ list: CatalogList, _ call: RequestContext) async throws -> HTTPResponse {
    let number = try call.query.integer("page", in: 1...1_000_000) ?? 1
    let page = try await CatalogPage(list, number: number, of: context.shelf)
    return call.json(type: OPDS2Feed.mediaType) {
      $0.value(OPDS2Feed(page: page, links: call.links))
    }
  }
}
