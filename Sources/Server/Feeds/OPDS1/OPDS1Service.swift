import RectoHTTP
import RectoPageModel
import RectoPipeline

/// The shelf as an OPDS 1.2 catalog: its root, its lists in pages, and search.
struct OPDS1Service: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  func response(to call: RequestContext) async throws -> HTTPResponse? {
    guard call.path.count == 3, call.path.starts(with: ["opds", "1.2"]) else { return nil }
    var xml = XMLWriter()
    let type: String
    switch call.path[2] {
    case "root.xml":
      let modified = await context.shelf.items().map(\.modified).max()
      OPDS1NavigationFeed(modified: modified ?? Timestamp(seconds: 0), links: call.links)
        .write(to: &xml)
      type = OPDS1.navigation
    case "catalog.xml":
      try await feed(CatalogList(call.query), call).write(to: &xml)
      type = OPDS1.acquisition
    case "search.xml":
      try await feed(CatalogList(call.query, words: "q"), call).write(to: &xml)
      type = OPDS1.acquisition
    case "opensearch.xml":
      OpenSearchDescription(links: call.links).write(to: &xml)
      type = OPDS1.description
    default: return nil
    }
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
