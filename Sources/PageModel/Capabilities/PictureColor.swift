/// The meaning of a picture's samples.
public struct PictureColor: Sendable, Hashable {
  /// The color space families of ISO 32000-2, 8.6.3; calibrated gray and RGB are `gray` and `rgb`.
  public enum Space: String, Sendable, Hashable, CaseIterable {
    case gray, rgb, cmyk, lab, icc, indexed, separation, deviceN, pattern
  }

  /// The final color model: that of an ICC profile by its components, that of an indexed space by
  /// its base.
  public enum Model: String, Sendable, Hashable, CaseIterable {
    case gray, rgb, cmyk, lab
    /// Inks by name.
    case spot
  }

  public var space: Space
  public var model: Model
  /// Bits a sample, from 1 to 16.
  public var bits: Int

  public init(space: Space, model: Model, bits: Int) {
    self.space = space
    self.model = model
    self.bits = bits
  }
}
