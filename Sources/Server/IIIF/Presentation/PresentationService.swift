import RectoHTTP
import RectoJSON
import RectoPageModel
import RectoPipeline

/// The IIIF Presentation API 3.0 over the shelf.
struct PresentationService: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  var routes: [Route] {
    let root = "/iiif/presentation/3"
    return [
      Route(RoutePattern("\(root)/collection.json"), get: collection),
      Route(RoutePattern("\(root)/{id}/manifest.json"), get: manifest),
      Route(RoutePattern("\(root)/{id}/canvas/{page:index}"), get: canvas),
      Route(RoutePattern("\(root)/{id}/annotations/{page:index}/links.json"), get: links),
      Route(RoutePattern("\(root)/{id}/annotations/{page:index}/lines.json"), get: lines),
    ]
  }

  private func collection(_ call: RequestContext) async throws -> HTTPResponse {
    let part = try call.query.integer("page", in: 1...1_000_000)
    return answer(call, try await CollectionDocument(part, of: context.shelf, call.links))
  }

  private func answer(_ call: RequestContext, _ document: some JSONRepresentable) -> HTTPResponse {
    var response = call.json(type: call.linkedDataType(LinkedData.presentation)) {
      $0.value(document)
    }
    response.addVary("Accept")
    return response
  }

  private func manifest(_ call: RequestContext) async throws -> HTTPResponse {
    try await context.shelf.reading(call.parameters["id"]) { item, publication in
      let record = try await context.shelf.record(item)
      let (pages, outline) = try await context.scheduler.run(.thumbnail) {
        () async throws(PageError) in
        (try await PageList(publication), try await publication.outline())
      }
      let contents = ContentsEntry.entries(outline, pageCount: publication.pageCount)
      return answer(
        call,
        ManifestDocument(
          record: record, pages: pages,
          ranges: CanvasRange.ranges(contents, pageCount: publication.pageCount),
          links: call.links))
    }
  }

  private func canvas(_ call: RequestContext) async throws -> HTTPResponse {
    try await reading(call) { index, publication, record in
      let page = try await context.scheduler.run(.visible) { () async throws(PageError) in
        try await PageList.entry(index, of: publication)
      }
      return WithContext(CanvasDocument(page: page, record: record, links: call.links))
    }
  }

  private func links(_ call: RequestContext) async throws -> HTTPResponse {
    try await reading(call) { index, publication, record in
      let (facts, found) = try await context.scheduler.run(.visible) { () async throws(PageError) in
        (try await publication.facts(ofPage: index), try await publication.links(ofPage: index))
      }
      return WithContext(
        LinkAnnotations(found: found, facts: facts, record: record, links: call.links))
    }
  }

  private func lines(_ call: RequestContext) async throws -> HTTPResponse {
    try await reading(call) { index, publication, record in
      let (facts, text) = try await context.scheduler.run(.visible) { () async throws(PageError) in
        (try await publication.facts(ofPage: index), try await publication.text(ofPage: index))
      }
      return WithContext(
        LineAnnotations(text: text, facts: facts, record: record, links: call.links))
    }
  }

  /// The document of the page in the path.
  private func reading(
    _ call: RequestContext,
    _ document: (Int, OpenPublication, PublicationRecord) async throws -> some JSONRepresentable
  ) async throws -> HTTPResponse {
    let index = try call.parameters.index("page")
    return try await context.shelf.reading(call.parameters["id"]) { item, publication in
      answer(call, try await document(index, publication, try await context.shelf.record(item)))
    }
  }
}

/// A part of the Presentation API as a document of its own.
struct WithContext<Part: JSONRepresentable & Sendable>: JSONRepresentable, Sendable {
  private let part: Part

  init(_ part: Part) {
    self.part = part
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("@context", LinkedData.presentation)
      json.members(of: part)
    }
  }
}
