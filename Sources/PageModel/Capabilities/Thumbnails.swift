/// A page that carries a small picture of itself.
public protocol ThumbnailPage: Page {
  /// The embedded thumbnail, or nil if this page has none.
  func thumbnail() throws(PageError) -> Bitmap?
}
