/// The window that a page is laid out for, in CSS pixels; four of them are three points.
public struct Viewport: Sendable, Hashable {
  public var width: Int
  public var height: Int

  /// Sides below 1 are 1.
  public init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
  }
}
