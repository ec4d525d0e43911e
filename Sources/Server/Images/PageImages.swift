import RectoHTTP
import RectoPageModel
import RectoPipeline
import RectoRaster

/// Answers requests for images of pages and spreads: with 304 if the client has the image, from the
/// cache, or by rendering it in the client's turn.
struct PageImages: Sendable {
  private let scheduler: WorkScheduler
  private let metrics: Metrics
  private let accounts = SharedAccounts<CacheKey>()
  let geometry: PageGeometry
  /// The maximum number of pixels of one image.
  private let pixels: Int

  init(
    scheduler: WorkScheduler, metrics: Metrics, geometry: PageGeometry = PageGeometry(),
    limits: ServerLimits
  ) {
    self.scheduler = scheduler
    self.metrics = metrics
    self.geometry = geometry
    pixels = limits.imagePixels
  }

  /// One image. A client that names the source's digest (`?digest=`) may keep it forever, since
  /// that URL changes with the content; others revalidate, which renders nothing. `size` is the
  /// rendered size, from which the cost is estimated.
  func response(
    to call: RequestContext, _ item: Export.Item, of publication: OpenPublication,
    _ request: RenderRequest,
    _ options: EncodeOptions, size: PixelSize, finish: ImageFinish? = nil
  ) async throws -> HTTPResponse {
    let requestOptions = try Self.requestOptions(call.query)
    let key = publication.imageKey(of: item, request, options, finish: finish)
    let isOfContent = try call.query.text("digest").map { $0 == publication.sourceDigest } ?? false
    return try await call.answer(
      type: options.format.mediaType, tag: key.map { EntityTag($0) },
      caching: isOfContent ? .forever : .revalidate
    ) {
      let cost = WorkCost.image(pixels: size.width * size.height)
      let image = {
        try await publication.image(of: item, request, options, requestOptions, finish: finish) {
          try await turn(requestOptions.priority, cost, $0)
        }
      }
      guard let key else { return try await image() }
      return try await accounts.sharing(key) { try await image() }
    }
  }

  /// Makes an image in the client's turn, and counts it.
  private func turn(
    _ priority: RequestOptions.Priority, _ cost: WorkCost,
    _ make: @Sendable () async throws -> [UInt8]
  ) async throws -> [UInt8] {
    try await scheduler.run(priority, cost) { () async throws(PageError) in
      let began = ContinuousClock.now
      do {
        let bytes = try await make()
        metrics.rendered(.made, in: .now - began)
        return bytes
      } catch let error as PageError {
        metrics.rendered(error.code == .cancelled ? .cancelled : .failed, in: .now - began)
        throw error
      } catch {
        metrics.rendered(.cancelled, in: .now - began)
        throw PageError.cancelled
      }
    }
  }

  /// The limits of an image.
  var limits: Limits {
    var limits = Limits()
    limits.pixels = pixels
    limits.side = Bitmap.maximumSide
    return limits
  }

  /// Throws 400 for an image that is larger than the limits allow.
  func check(_ size: PixelSize) throws(ServerError) {
    guard size.width.multipliedReportingOverflow(by: size.height).partialValue <= pixels,
      size.width <= Bitmap.maximumSide, size.height <= Bitmap.maximumSide
    else {
      throw .badRequest(
        "the image would be \(size.width) x \(size.height) pixels; the limit is \(pixels) in all "
          + "and \(Bitmap.maximumSide) on a side: ask for a smaller one, or for a region")
    }
  }

  /// The options for the client's hint of urgency, which does not change the image: `?for=neighbor`
  /// or `?for=thumbnail`.
  private static func requestOptions(_ query: QueryParameters) throws(ServerError) -> RequestOptions
  {
    switch try query.text("for") {
    case nil, "visible": .visible
    case "neighbor": .neighbor
    case "thumbnail": .thumbnail
    default: throw .badRequest("for must be visible, neighbor or thumbnail")
    }
  }
}
