import RectoHTTP
import RectoPageModel
import RectoPipeline
import RectoRaster

/// The IIIF Image API 3.0 at level 2 and more, for pages of every format: the identifier is that of
/// the publication and the page's index, `quay.pdf:4`.
///
/// Each image is rendered from the page at its own scale, never cut from a larger picture.
struct ImageAPIService: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  func response(to call: RequestContext) async throws -> HTTPResponse? {
    guard call.path.starts(with: ["iiif", "image", "3"]) else { return nil }
    let parts = call.path.dropFirst(3)
    guard let name = parts.first, let identifier = ImageIdentifier(name) else {
      throw ServerError.notFound(
        "an image's identifier is that of a publication and a page's index")
    }
    let service = call.links.iiifImage(identifier.publication, identifier.page)
    switch Array(parts.dropFirst()) {
    case [], [""]:
      return HTTPResponse(
        .seeOther, headers: ["Location": "\(service)/info.json", "Cache-Control": "no-cache"])
    case ["info.json"]:
      return try await source(identifier) { source in info(call, source, service) }
    case let words where words.count == 4:
      let request = try ImageAPIRequest(Array(words))
      return try await source(identifier) { source in
        try await image(call, request, source, service)
      }
    default: throw ServerError.notFound("an image's URL ends with four parts, or info.json")
    }
  }

  private func source(
    _ identifier: ImageIdentifier, _ body: (ImageSource) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    try await context.shelf.reading(identifier.publication, counting: .onDemand) {
      _, publication in
      try await body(
        ImageSource(publication, page: identifier.page, context.images.geometry))
    }
  }

  private func info(_ call: RequestContext, _ source: ImageSource, _ service: String)
    -> HTTPResponse
  {
    let info = ImageInfo(id: service, size: source.size, maximumArea: context.images.pixels)
    var response = call.json(type: call.linkedDataType(ImageInfo.context)) { $0.value(info) }
    response.addVary("Accept")
    return response
  }

  private func image(
    _ call: RequestContext, _ request: ImageAPIRequest, _ source: ImageSource, _ service: String
  ) async throws -> HTTPResponse {
    let plan = try ImagePlan(request, of: source, maximumArea: context.images.pixels)
    try context.images.check(plan.renderedSize)
    var response = try await context.images.response(
      to: call, .page(source.page), of: source.publication, plan.request,
      EncodeOptions(format: request.format), size: plan.renderedSize, finish: plan.finish)
    response.headers["Link"] =
      "<\(service)/\(plan.canonical)>;rel=\"canonical\", <\(ImageInfo.profile)>;rel=\"profile\""
    return response
  }
}

/// `publication:page`.
struct ImageIdentifier: Sendable, Hashable {
  let publication: String
  let page: Int

  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else { return nil }
    let number = text[text.index(after: colon)...]
    guard number.utf8.count <= 9, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let page = Int(number)
    else { return nil }
    publication = String(text[..<colon])
    self.page = page
  }
}
