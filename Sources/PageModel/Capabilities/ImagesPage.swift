/// A page that knows where its pictures are.
public protocol ImagesPage: Page {
  func images() throws(PageError) -> [PlacedImage]
}

/// A picture on a page. What a backend does not know of it stays nil or false.
public struct PlacedImage: Sendable, Hashable {
  /// The area of the page that it covers.
  public var box: Rect
  /// The picture's own pixels, where they are known.
  public var pixelSize: PixelSize?
  /// Width and height of the whole picture in points, along its own sides and whatever a clip hides
  /// of it; nil if `box` says it all.
  public var placedSize: Size?
  public var color: PictureColor?
  /// True if it is a stencil: a shape filled with a color of the page.
  public var isStencil = false
  /// True if another picture is its soft mask.
  public var hasSoftMask = false
  /// Its size in the source, in bytes as stored.
  public var byteCount: Int?
  /// Its alternative text; nil if the source cannot state one.
  public var alternative: AlternativeText?
  /// True if it is not drawn because its data are missing or unreadable.
  public var isMissing = false

  public init(box: Rect, pixelSize: PixelSize?) {
    self.box = box
    self.pixelSize = pixelSize
  }

  /// Pixels an inch as it is placed, along its own width and height; nil if that is not known.
  public var dotsPerInch: (horizontal: Double, vertical: Double)? {
    let size = placedSize ?? box.size
    guard let pixelSize, size.width > 0, size.height > 0 else { return nil }
    return (Double(pixelSize.width) * 72 / size.width, Double(pixelSize.height) * 72 / size.height)
  }
}
