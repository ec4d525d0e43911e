import RectoPageModel

/// A page as it was seen: its picture, and its words with the way from points to pixels.
public struct PageSnapshot: Sendable {
  public var picture: Bitmap
  /// The text; nil if it was not read, as that of a screenshot.
  public var text: PageText?
  /// From unrotated page points to pixels of the picture.
  public var transform: AffineTransform

  public init(picture: Bitmap, text: PageText? = nil, transform: AffineTransform = .identity) {
    self.picture = picture
    self.text = text
    self.transform = transform
  }

  /// Pixels per point.
  var scale: Double {
    let area = abs(transform.xx * transform.yy - transform.xy * transform.yx)
    return area > 0 ? area.squareRoot() : 1
  }
}
