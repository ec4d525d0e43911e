import PageModel
import Raster

extension OpenPublication {
  /// An encoded image of a page or a spread: from the cache where the engine has one and the
  /// image is in it.
  ///
  /// Throws what rendering throws, and `cannotWrite` where the format cannot hold the image.
  public func image(
    of item: Export.Item, _ request: RenderRequest, _ options: EncodeOptions,
    _ urgency: Urgency = .visible
  ) async throws(PageError) -> [UInt8] {
    let make: @Sendable () async throws -> [UInt8] = { [self] in
      let bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
      var options = options
      options.dotsPerInch = try await render(item, request, into: bitmap, urgency) * 72
      var file: [UInt8] = []
      try ImageEncoder().encode(bitmap, options) { file = Array($0) }
      return file
    }
    do {
      guard let cached else { return try await make() }
      return try await cached.file(cached.key(item, request, options), make: make)
    } catch let error as PageError {
      throw error
    } catch {
      throw PageError(.cancelled, "the request was withdrawn")
    }
  }

  /// Renders a page or a spread, and gives its pixels per point.
  func render(
    _ item: Export.Item, _ request: RenderRequest, into bitmap: Bitmap, _ urgency: Urgency
  ) async throws(PageError) -> Double {
    switch item {
    case .page(let index):
      try await render(page: index, request, into: bitmap, urgency)
    case .spread(let spread):
      try await render(spread: spread, request, into: bitmap, urgency)
    }
  }
}
