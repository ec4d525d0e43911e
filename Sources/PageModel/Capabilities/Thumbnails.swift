import RectoJSON

/// A page with an embedded thumbnail of itself.
public protocol ThumbnailPage: Page {
  /// The embedded thumbnail, or nil if this page has none.
  func thumbnail() throws(PageError) -> Bitmap?
}

extension Capability {
  public static let thumbnails = Capability("thumbnails", [.thumbnail]) { _, page in
    page is any ThumbnailPage.Type
  }
}

extension RequestKind {
  /// Pixels instead of JSON (`ThumbnailBytes`); empty if there is no thumbnail.
  public static let thumbnail = ofPage(9, "thumbnail", "the thumbnail") { page throws(PageError) in
    try (page as? any ThumbnailPage)?.thumbnail().map(ThumbnailBytes.make) ?? []
  }
}

extension ChannelPage: ThumbnailPage {
  public func thumbnail() throws(PageError) -> Bitmap? {
    guard publication.offers(.thumbnails) else { return nil }
    let request = PublicationRequest(.thumbnail, index: index)
    let bytes = try publication.answer(request)
    do throws(JSONError) {
      return try ThumbnailBytes.read(bytes)
    } catch {
      throw request.malformed(error)
    }
  }
}

extension ForwardedPage: ThumbnailPage {
  public func thumbnail() throws(PageError) -> Bitmap? {
    try (page() as? any ThumbnailPage)?.thumbnail()
  }
}

/// The form in which a thumbnail travels: width and height, 32 bits each, little-endian, and as
/// many pixels of blue, green, red and alpha, by which the others are multiplied.
enum ThumbnailBytes {
  private static let headerCount = 8
  /// The maximum side; a larger picture is not a thumbnail.
  private static let maximumSide = 4096

  static func make(_ bitmap: Bitmap) -> [UInt8] {
    let size = bitmap.size
    let isOpaque = bitmap.format == .bgrx
    return bitmap.withPixels { pixels in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(headerCount + pixels.count)
      for side in [size.width, size.height] {
        withUnsafeBytes(of: UInt32(clamping: side).littleEndian) { bytes.append(contentsOf: $0) }
      }
      bytes.append(contentsOf: pixels)
      if isOpaque {
        for alpha in stride(from: headerCount + 3, to: bytes.count, by: 4) { bytes[alpha] = 255 }
      }
      return bytes
    }
  }

  /// Returns nil for empty bytes, which mean that there is no thumbnail.
  static func read(_ bytes: [UInt8]) throws(JSONError) -> Bitmap? {
    guard !bytes.isEmpty else { return nil }
    guard bytes.count >= headerCount else { throw JSONError("its size is missing") }
    let sides = [0, 4].map { place in
      (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) }
    }
    guard sides.allSatisfy({ (1...maximumSide).contains($0) }) else {
      throw JSONError("it cannot be \(sides[0]) x \(sides[1]) pixels")
    }
    guard bytes.count == headerCount + sides[0] * sides[1] * 4 else {
      throw JSONError("its pixels are not as many as it says")
    }
    let pixels = bytes[headerCount...]
    let isOpaque = stride(from: headerCount + 3, to: bytes.count, by: 4).allSatisfy {
      bytes[$0] == 255
    }
    let bitmap = Bitmap(
      size: PixelSize(width: sides[0], height: sides[1]), format: isOpaque ? .bgrx : .bgra)
    bitmap.withPixels { $0.copyBytes(from: pixels) }
    return bitmap
  }
}
