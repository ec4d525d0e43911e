/// A page that knows where its pictures are.
public protocol ImagesPage: Page {
  func images() throws(PageError) -> [PlacedImage]
}

public struct PlacedImage: Sendable, Hashable {
  public var box: Rect
  /// The picture's own pixels, where they are known.
  public var pixelSize: PixelSize?

  public init(box: Rect, pixelSize: PixelSize?) {
    self.box = box
    self.pixelSize = pixelSize
  }
}
