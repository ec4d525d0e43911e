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

  func response(to call: RequestContext) async throws -> HTTPResponse? {
    guard call.path.count == 4, call.path.starts(with: ["opds", "pse"]),
      let page = pageIndex(call.path[3])
    else { return nil }
    let width = try call.query.integer("width", in: Self.widths) ?? Self.standardWidth
    // The width is the most that the client can show: a page that is high gets less of it.
    let height = max(1, min(16_000, context.configuration.limits.imagePixels / width))
    return try await context.shelf.reading(call.path[2]) { _, publication in
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
