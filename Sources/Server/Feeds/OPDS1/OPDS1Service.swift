import RectoHTTP
import RectoPageModel
import RectoPipeline

/// The shelf as an OPDS 1.2 catalog: its root, its lists in pages, and search.
struct OPDS1Service: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  var routes: [Route] {
    [
      Route("/opds/1.2/root.xml", get: root),
      Route("/opds/1.2/catalog.xml") { call in
        let feed = try await feed(CatalogList(call.query), call)
        return answer(call, OPDS1.acquisition) { feed.write(to: &$0) }
      },
      Route("/opds/1.2/search.xml") { call in
        let feed = try await feed(CatalogList(call.query, words: "q"), call)
        return answer(call, OPDS1.acquisition) { feed.write(to: &$0) }
      },
      Route("/opds/1.2/opensearch.xml") { call in
        answer(call, OPDS1.description) { OpenSearchDescription(links: call.links).write(to: &$0) }
      },
    ]
  }

  private func root(_ call: RequestContext) async throws -> HTTPResponse {
    let modified = await context.shelf.items().map(\.modified).max()
    let feed = OPDS1NavigationFeed(modified: modified ?? Timestamp(seconds: 0), links: call.links)
    return answer(call, OPDS1.navigation) { feed.write(to: &$0) }
  }

  private func answer(
    _ call: RequestContext, _ type: String, _ write: (inout XMLWriter) -> Void
  ) -> HTTPResponse {
    var xml = XMLWriter()
    write(&xml)
    return call.answer(Array(xml.text.utf8), type: "\(type); charset=utf-8")
  }

  private func feed(_ list: CatalogList, _ call: RequestContext) async throws
    -> OPDS1AcquisitionFeed
  {
    // A client fills an optional parameter of the template with nothing.
    let isFirst = try call.query.text("page") == ""
    let number = try isFirst ? 1 : call.query.integer("page", in: 1...1_000_000) ?? 1
    return OPDS1AcquisitionFeed(
      page: try await CatalogPage(list, number: number, of: context.shelf), links: call.links)
  }
}
