import RectoPageModel

/// A screen that pages are shown on, in one orientation.
public struct DeviceProfile: Sendable, Hashable {
  /// The name: lower-case letters, digits and hyphens, 64 at most, since it is a part of file
  /// names.
  public var name: String
  /// The whole screen in the device's own points, each `scale` pixels wide and high. They are not
  /// the page's points: a page is fitted into the pixels.
  public var size: Size
  /// Pixels per point.
  public var scale: Double
  /// The insets that the screen's corners, camera and controls cover.
  public var safeArea: SafeArea
  /// True if two pages are shown side by side.
  public var showsSpreads: Bool
  /// True if the screen has gray values only.
  public var isGray: Bool

  public init(
    name: String, size: Size, scale: Double, safeArea: SafeArea = SafeArea(),
    showsSpreads: Bool = false, isGray: Bool = false
  ) {
    self.name = name
    self.size = size
    self.scale = scale
    self.safeArea = safeArea
    self.showsSpreads = showsSpreads
    self.isGray = isGray
  }

  /// The whole screen in pixels.
  public var pixels: PixelSize { pixels(of: size) }

  /// The area for pages: the screen without its safe area's insets, in points from the screen's top
  /// left.
  public var pageArea: Rect {
    Rect(
      x: safeArea.left, y: safeArea.top, width: size.width - safeArea.left - safeArea.right,
      height: size.height - safeArea.top - safeArea.bottom)
  }

  /// The request for a page as this device shows it, the same on every machine.
  public var request: RenderRequest {
    RenderRequest(scale: .fit(pixels(of: pageArea.size)), isGray: isGray, isDeterministic: true)
  }

  private func pixels(of size: Size) -> PixelSize {
    PixelSize(
      width: max(1, Int((size.width * scale).rounded())),
      height: max(1, Int((size.height * scale).rounded())))
  }
}

/// Insets from the four sides of a screen, in the device's points; none is negative.
public struct SafeArea: Sendable, Hashable {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
