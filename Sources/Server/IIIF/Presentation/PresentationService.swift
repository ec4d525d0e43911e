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

  func response(to call: RequestContext) async throws -> HTTPResponse? {
    guard call.path.starts(with: ["iiif", "presentation", "3"]) else { return nil }
    let path = Array(call.path.dropFirst(3))
    switch (path.count, path.dropFirst().first) {
    case (1, _) where path[0] == "collection.json":
      let part = try call.query.integer("page", in: 1...1_000_000)
      return answer(call, try await CollectionDocument(part, of: context.shelf, call.links))
    case (2, "manifest.json"): return answer(call, try await manifest(path[0], call))
    case (3, "canvas"):
      guard let page = pageIndex(path[2]) else { return nil }
      return answer(call, try await canvas(path[0], page, call))
    case (4, "annotations"):
      guard let page = pageIndex(path[2]),
        let kind = AnnotationKind.allCases.first(where: { "\($0.rawValue).json" == path[3] })
      else { return nil }
      return try await annotations(path[0], page, kind, call)
    default: return nil
    }
  }

  private func answer(_ call: RequestContext, _ document: some JSONRepresentable) -> HTTPResponse {
    var response = call.json(type: call.linkedDataType(LinkedData.presentation)) {
      $0.value(document)
    }
    response.addVary("Accept")
    return response
  }

  private func manifest(_ id: String, _ call: RequestContext) async throws -> ManifestDocument {
    try await context.shelf.reading(id) { item, publication in
      let record = try await context.shelf.record(item)
      let (pages, outline) = try await context.desk.run(.thumbnail) {
        () async throws(PageError) in
        (try await PageList(publication), try await publication.outline())
      }
      let contents = ContentsEntry.entries(outline, pageCount: publication.pageCount)
      return ManifestDocument(
        record: record, pages: pages,
        ranges: CanvasRange.ranges(contents, pageCount: publication.pageCount), links: call.links)
    }
  }

  private func canvas(
    _ id: String, _ index: Int, _ call: RequestContext
  ) async throws -> WithContext<CanvasDocument> {
    try await context.shelf.reading(id) { item, publication in
      let record = try await context.shelf.record(item)
      let page = try await context.desk.run(.visible) { () async throws(PageError) in
        try await PageList.entry(index, of: publication)
      }
      return WithContext(CanvasDocument(page: page, record: record, links: call.links))
    }
  }

  private func annotations(
    _ id: String, _ index: Int, _ kind: AnnotationKind, _ call: RequestContext
  ) async throws -> HTTPResponse {
    try await context.shelf.reading(id) { item, publication in
      let record = try await context.shelf.record(item)
      let facts = try await context.desk.run(.visible) { () async throws(PageError) in
        try await publication.facts(ofPage: index)
      }
      switch kind {
      case .links:
        let found = try await context.desk.run(.visible) { () async throws(PageError) in
          try await publication.links(ofPage: index)
        }
        return answer(
          call,
          WithContext(
            LinkAnnotations(found: found, facts: facts, record: record, links: call.links)))
      case .lines:
        let text = try await context.desk.run(.visible) { () async throws(PageError) in
          try await publication.text(ofPage: index)
        }
        return answer(
          call,
          WithContext(LineAnnotations(text: text, facts: facts, record: record, links: call.links)))
      }
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
