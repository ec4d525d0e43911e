import RectoHTTP
import RectoPageModel

/// Readium Web Publication Manifests and position lists, in whatever layout a reader wants.
struct WebPubService: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  var routes: [Route] {
    [
      Route("/webpub/{id}/manifest.json") { call in
        let manifest = try await manifest(call)
        return call.json(type: WebPubManifest.mediaType) { $0.value(manifest) }
      },
      Route("/webpub/{id}/positions.json") { call in
        let manifest = try await manifest(call)
        return call.json(type: PositionList.mediaType) { $0.value(PositionList(manifest)) }
      },
    ]
  }

  private func manifest(_ call: RequestContext) async throws -> WebPubManifest {
    // A manifest lists all pages.
    let layout = try call.query.layout().withoutExcerpt
    return try await context.shelf.reading(call.parameters["id"], layout) { item, publication in
      let record = try await context.shelf.record(item)
      let (pages, outline, spreads) = try await context.scheduler.run(.thumbnail) {
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
  }
}
