import RectoHTTP
import RectoPageModel
import RectoPipeline
import RectoRaster

/// The query parameters of an image: its size, its part and its look.
struct ImageParameters: Sendable {
  private let call: PublicationCall
  private let format: ImageFormat

  /// The path has the `format`. Throws 404 for another one.
  init(_ call: PublicationCall) throws(ServerError) {
    self.call = call
    format = try call.call.parameters.imageFormat("format")
  }

  func pageImage(_ page: Int) async throws -> HTTPResponse {
    let images = call.context.images
    let facts = try await images.geometry.facts(ofPage: page, in: call.publication)
    var request = try appearance()
    if let numbers = try call.call.query.numbers("region", count: 4) {
      guard numbers[2] > 0, numbers[3] > 0 else {
        throw ServerError.badRequest("the region must have a width and a height")
      }
      request.region = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
    request.scale = try asked() ?? .upTo(1)
    request = try images.limits.reduce(request, page: facts.size, rotation: facts.rotation)
    let grid = try PixelGrid(page: facts.size, rotation: facts.rotation, request: request)
    try images.check(grid.size)
    return try await images.response(
      to: call.call, .page(page), of: call.publication, request, try encoding(),
      size: grid.size)
  }

  func spreadImage(_ index: Int) async throws -> HTTPResponse {
    let spreads = try await call.reading { () async throws(PageError) in
      try await call.publication.spreads()
    }
    guard spreads.indices.contains(index) else {
      throw ServerError.notFound(noSuch("spread", index, of: spreads.count, from: 0))
    }
    guard try call.call.query.text("region") == nil else {
      throw ServerError.badRequest("a region is a part of one page: leave it out for a spread")
    }
    let spread = spreads[index]
    let images = call.context.images
    var request = try appearance()
    var size = Size(width: 0, height: 0)
    for page in [spread.left, spread.right].compactMap(\.self) {
      let facts = try await images.geometry.facts(ofPage: page, in: call.publication)
      let shown = facts.rotation.swapsAxes ? facts.size.transposed : facts.size
      size = Size(width: size.width + shown.width, height: max(size.height, shown.height))
    }
    request.scale = try asked() ?? .upTo(1)
    request = try images.limits.reduce(request, page: size, rotation: .none)
    let grid = try PixelGrid(page: size, rotation: .none, request: request)
    try images.check(grid.size)
    return try await images.response(
      to: call.call, .spread(spread), of: call.publication, request, try encoding(),
      size: grid.size)
  }

  // MARK: How large

  private func asked() throws(ServerError) -> RenderRequest.Scale? {
    let query = call.call.query
    // A pixel for a hundred points, and one for a thousandth.
    let scale = try query.number("scale", in: 0.01...1_000)
    let dotsPerInch = try query.number("dpi", in: 1...72_000)
    let width = try query.integer("width", in: 1...Bitmap.maximumSide)
    let height = try query.integer("height", in: 1...Bitmap.maximumSide)
    let fit: RenderRequest.Scale? =
      width == nil && height == nil
      ? nil
      : .fit(
        PixelSize(width: width ?? Bitmap.maximumSide, height: height ?? Bitmap.maximumSide))
    let asked =
      [scale.map { .pixelsPerPoint($0) }, dotsPerInch.map { .pixelsPerPoint($0 / 72) }, fit]
      .compactMap(\.self)
    guard asked.count <= 1 else {
      throw .badRequest("scale, dpi, and width with height cannot be used together")
    }
    return asked.first
  }

  // MARK: Appearance

  private func appearance() throws -> RenderRequest {
    let query = call.call.query
    var request = RenderRequest()
    if let degrees = try query.integer("rotate", in: -360...360) {
      guard let turn = Rotation(degrees: degrees) else {
        throw ServerError.badRequest("rotate must be a multiple of 90")
      }
      request.rotation = turn
    }
    if try query.flag("dark") { request.appearance = .dark }
    request.isGray = try query.flag("gray")
    if let text = try query.text("background") {
      guard let color = Color(text) ?? Color("#\(text)") else {
        throw ServerError.badRequest(
          "background must be a color such as white, transparent or ff8800")
      }
      guard color.isOpaque || format != .jpeg else {
        throw ServerError.badRequest("a JPEG has no transparent parts: ask for image.png")
      }
      request.background = color
    }
    for (name, isShown) in [("show", true), ("hide", false)] {
      for layer in (try query.text(name) ?? "").split(separator: ",") {
        request.layers[String(layer)] = isShown
      }
    }
    return request
  }

  private func encoding() throws(ServerError) -> EncodeOptions {
    var options = EncodeOptions(format: format)
    if let quality = try call.call.query.integer("quality", in: 1...100) {
      guard format != .png else { throw .badRequest("quality is for JPEG and WebP") }
      options.quality = quality
    }
    return options
  }
}
