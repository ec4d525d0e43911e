/// The window for which a page is laid out, in CSS pixels of 3/4 point.
public struct Viewport: Sendable, Hashable {
  public var width: Int
  public var height: Int

  /// Raises sides below 1 to 1.
  public init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
  }
}
