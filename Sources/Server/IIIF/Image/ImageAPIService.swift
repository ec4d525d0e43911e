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

  var routes: [Route] {
    let root = "/iiif/image/3/{identifier}"
    return [
      Route(RoutePattern(root), get: redirect), Route(RoutePattern("\(root)/"), get: redirect),
      Route(RoutePattern("\(root)/info.json"), get: info),
      Route(RoutePattern("\(root)/{region}/{size}/{rotation}/{quality}"), get: image),
    ]
  }

  private func redirect(_ call: RequestContext) throws -> HTTPResponse {
    HTTPResponse(
      .seeOther,
      headers: [
        "Location": "\(try uri(call))/info.json", "Cache-Control": "no-cache",
      ])
  }

  /// Throws 404 for an identifier that is not `publication:page`.
  private func identifier(_ call: RequestContext) throws(ServerError) -> ImageIdentifier {
    guard let identifier = ImageIdentifier(call.parameters["identifier"]) else {
      throw .notFound("an image's identifier is that of a publication and a page's index")
    }
    return identifier
  }

  /// The image service's own URI.
  private func uri(_ call: RequestContext) throws(ServerError) -> String {
    let identifier = try identifier(call)
    return call.links.iiifImage(identifier.publication, identifier.page)
  }

  private func source(
    _ call: RequestContext, _ body: (ImageSource) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let identifier = try identifier(call)
    return try await context.shelf.reading(identifier.publication, counting: .onDemand) {
      _, publication in
      try await body(
        ImageSource(publication, page: identifier.page, context.images.geometry))
    }
  }

  private func info(_ call: RequestContext) async throws -> HTTPResponse {
    let uri = try uri(call)
    return try await source(call) { source in
      let info = ImageInfo(id: uri, size: source.size, limits: context.images.limits)
      var response = call.json(type: call.linkedDataType(ImageInfo.context)) { $0.value(info) }
      response.addVary("Accept")
      return response
    }
  }

  private func image(_ call: RequestContext) async throws -> HTTPResponse {
    let uri = try uri(call)
    let request = try ImageAPIRequest(
      ["region", "size", "rotation", "quality"].map { call.parameters[$0] })
    return try await source(call) { source in
      let plan = try ImagePlan(request, of: source, limits: context.images.limits)
      try context.images.check(plan.renderedSize)
      var response = try await context.images.response(
        to: call, .page(source.page), of: source.publication, plan.request,
        EncodeOptions(format: request.format), size: plan.renderedSize, finish: plan.finish)
      response.headers["Link"] =
        "<\(uri)/\(plan.canonical)>;rel=\"canonical\", <\(ImageInfo.profile)>;rel=\"profile\""
      return response
    }
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
