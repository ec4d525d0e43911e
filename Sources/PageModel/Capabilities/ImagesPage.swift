/// A page that knows where its pictures are.
public protocol ImagesPage: Page {
  func images() throws(PageError) -> [PlacedImage]
}

/// A picture on a page. What a backend does not know of it stays nil or false.
public struct PlacedImage: Sendable, Hashable {
  /// What of the page it covers.
  public var box: Rect
  /// The picture's own pixels, where they are known.
  public var pixelSize: PixelSize?
  /// Width and height of the whole picture in points, along its own sides and whatever a clip hides
  /// of it; nil where `box` says it all.
  public var placedSize: Size?
  public var color: PictureColor?
  /// Whether it is a shape that lets a color of the page through, and has none of its own.
  public var isStencil = false
  /// Whether another picture says where it shows, and how much.
  public var hasSoftMask = false
  /// What it takes in the source, in bytes as they are stored.
  public var byteCount: Int?
  /// What stands for it where it is not seen; nil where the source has no way to say so.
  public var alternative: AlternativeText?
  /// Whether it is not drawn, since its data are not there or cannot be read.
  public var isMissing = false

  public init(box: Rect, pixelSize: PixelSize?) {
    self.box = box
    self.pixelSize = pixelSize
  }

  /// Pixels an inch as it is placed, along its own width and height; nil where that is not known.
  public var dotsPerInch: (horizontal: Double, vertical: Double)? {
    let size = placedSize ?? box.size
    guard let pixelSize, size.width > 0, size.height > 0 else { return nil }
    return (Double(pixelSize.width) * 72 / size.width, Double(pixelSize.height) * 72 / size.height)
  }
}
