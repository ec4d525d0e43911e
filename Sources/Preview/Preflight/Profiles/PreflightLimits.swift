import RectoPageModel

/// The limits of the rules.
public struct PreflightLimits: Sendable, Hashable {
  /// The minimum resolution of a picture as placed, in pixels per inch.
  public var pictureResolution: Double
  /// The same for pictures of one bit per pixel, such as line art.
  public var bitmapResolution: Double
  /// The allowed color models of pictures.
  public var pictureColors: Set<PictureColor.Model>
  /// The minimum distance of text from the edge of the trimmed page, in points.
  public var safeMargin: Double
  /// The minimum distance of text from the fold, in points.
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
