import RectoHTTP
import RectoPageModel
import RectoPipeline
import RectoRaster

/// Pages as images of a width, for clients of the page streaming extension of OPDS (OPDS-PSE 1.0).
/// Pages are counted from 0.
struct PageStreamService: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  /// The default width.
  private static let standardWidth = 1_200
  private static let widths = 1...10_000

  var routes: [Route] { [Route("/opds/pse/{id}/{page:index}", get: image)] }

  private func image(_ call: RequestContext) async throws -> HTTPResponse {
    let page = try call.parameters.index("page")
    let width = try call.query.integer("width", in: Self.widths) ?? Self.standardWidth
    // The width is the most that the client can show: a page that is high gets less of it.
    let height = max(1, min(16_000, context.configuration.limits.imagePixels / width))
    return try await context.shelf.reading(call.parameters["id"]) { _, publication in
      guard page < publication.pageCount else {
        throw ServerError.notFound("the publication has \(publication.pageCount) pages")
      }
      return try await context.images.response(
        to: call, .page(page), of: publication,
        RenderRequest(scale: .fit(PixelSize(width: width, height: height))),
        EncodeOptions(format: .jpeg), size: PixelSize(width: width, height: width * 3 / 2))
    }
  }
}
