import RectoPageModel
import RectoRaster
import RectoWorkers

/// A change to a rendered image before it is encoded, such as other proportions.
public struct ImageFinish: Sendable {
  /// The name of the change, a part of the cache key: changes with equal names must do the same.
  public let name: String
  /// Changes the bitmap in place.
  public let apply: @Sendable (Bitmap) throws(PageError) -> Void

  /// A change of that name.
  public init(_ name: String, apply: @escaping @Sendable (Bitmap) throws(PageError) -> Void) {
    self.name = name
    self.apply = apply
  }
}

/// Runs `make` once there is room for the work of making an image.
public typealias ImageTurn =
  @Sendable (_ make: @Sendable () async throws -> [UInt8]) async throws -> [UInt8]

extension OpenPublication {
  /// An encoded image of a page or a spread: from the engine's cache if it is there. New images are
  /// made within `turn`.
  ///
  /// Throws what rendering throws, and `cannotWrite` if the format cannot hold the image.
  public func image(
    of item: Export.Item, _ request: RenderRequest, _ options: EncodeOptions,
    _ requestOptions: RequestOptions = .visible, finish: ImageFinish? = nil,
    turn: @escaping ImageTurn = { make in try await make() }
  ) async throws(PageError) -> [UInt8] {
    let make: @Sendable () async throws -> [UInt8] = { [self] in
      try await turn { [self] in
        try await bitmaps.lend { bitmap in
          var options = options
          options.dotsPerInch = try await render(item, request, into: bitmap, requestOptions) * 72
          return try WorkPace.current.perform { () throws(PageError) in
            try finish?.apply(bitmap)
            var file: [UInt8] = []
            try ImageEncoder().encode(bitmap, options) { file = Array($0) }
            return file
          }
        }
      }
    }
    do {
      guard let cached, let key = imageKey(of: item, request, options, finish: finish) else {
        return try await make()
      }
      return try await cached.file(key, make: make)
    } catch let error as PageError {
      throw error
    } catch {
      throw PageError.cancelled
    }
  }

  /// The name of an image, under which a cache has it: known before the image is made, and an ETag
  /// between quotes. Nil if the engine has no cache, or the source cannot be named.
  public func imageKey(
    of item: Export.Item, _ request: RenderRequest, _ options: EncodeOptions,
    finish: ImageFinish? = nil
  ) -> CacheKey? {
    guard let key = cached?.key(item, request, options) else { return nil }
    return finish.map { CacheKey(parts: [key.hex, $0.name]) } ?? key
  }

  /// The identity of the source, as 64 hexadecimal digits; nil if the engine has no cache, or the
  /// source cannot be identified.
  public var sourceDigest: String? { cached?.sourceDigest }

  /// Renders a page or a spread, and gives its pixels per point.
  func render(
    _ item: Export.Item, _ request: RenderRequest, into bitmap: Bitmap,
    _ requestOptions: RequestOptions
  ) async throws(PageError) -> Double {
    switch item {
    case .page(let index):
      try await render(page: index, request, into: bitmap, requestOptions)
    case .spread(let spread):
      try await render(spread: spread, request, into: bitmap, requestOptions)
    }
  }
}
