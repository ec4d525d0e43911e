import RectoHTTP
import RectoPageModel

/// Readium Web Publication Manifests and position lists, in whatever layout a reader wants.
struct WebPubService: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  func response(to call: RequestContext) async throws -> HTTPResponse? {
    guard call.path.count == 3, call.path[0] == "webpub",
      ["manifest.json", "positions.json"].contains(call.path[2])
    else { return nil }
    // A manifest lists all pages.
    let layout = try call.query.layout().ofWhole
    let manifest = try await context.shelf.reading(call.path[1], layout) { item, publication in
      let record = try await context.shelf.record(item)
      let (pages, outline, spreads) = try await context.desk.run(.thumbnail) {
        () async throws(PageError) in
        (
          try await PageList(publication), try await publication.outline(),
          try await publication.spreads()
        )
      }
      return WebPubManifest(
        record: record, pages: pages, spreads: spreads,
        contents: ContentsEntry.entries(outline, pageCount: publication.pageCount),
        layout: LayoutQuery(call.request.target), links: call.links)
    }
    guard call.path[2] == "manifest.json" else {
      return call.json(type: PositionList.mediaType) { $0.value(PositionList(manifest)) }
    }
    return call.json(type: WebPubManifest.mediaType) { $0.value(manifest) }
  }
}
