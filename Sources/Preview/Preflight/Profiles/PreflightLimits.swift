import RectoPageModel

/// The limits of the rules.
public struct PreflightLimits: Sendable, Hashable {
  /// Pixels an inch that a picture should have as it is placed.
  public var pictureResolution: Double
  /// The same of pictures of one bit a pixel, such as line art.
  public var bitmapResolution: Double
  /// The allowed color models of pictures.
  public var pictureColors: Set<PictureColor.Model>
  /// Points that text keeps from the edge of the trimmed page.
  public var safeMargin: Double
  /// Points that text keeps from the fold.
  public var gutterMargin: Double
  /// The bleed in points that content at the edge needs.
  public var bleed: Double
  /// The maximum size of a page's pictures, in bytes as stored.
  public var pageBytes: Int
  /// The maximum number of pixels of a page's pictures.
  public var pagePixels: Int
  /// Contrast ratios (WCAG 2.2, success criterion 1.4.3), of text and of large text.
  public var textContrast: Double
  public var largeTextContrast: Double

  public init(
    pictureResolution: Double, bitmapResolution: Double, pictureColors: Set<PictureColor.Model>,
    safeMargin: Double, gutterMargin: Double, bleed: Double, pageBytes: Int, pagePixels: Int,
    textContrast: Double = 4.5, largeTextContrast: Double = 3
  ) {
    self.pictureResolution = pictureResolution
    self.bitmapResolution = bitmapResolution
    self.pictureColors = pictureColors
    self.safeMargin = safeMargin
    self.gutterMargin = gutterMargin
    self.bleed = bleed
    self.pageBytes = pageBytes
    self.pagePixels = pagePixels
    self.textContrast = textContrast
    self.largeTextContrast = largeTextContrast
  }
}
