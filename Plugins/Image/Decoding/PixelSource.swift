import CRectoVips
import RectoPageModel

/// An image of 8 bits a band in a form that can be resampled, and what then makes it sRGB.
final class PixelSource {
  /// Gray, RGB, RGB with alpha, or CMYK.
  let image: VipsImage
  /// 1, 3 or 4.
  let bands: Int
  /// True if the fourth band is alpha.
  let hasAlpha: Bool
  /// To be applied after resampling, when there are fewer pixels than were decoded; nil if
  /// the samples are gray or sRGB as they are.
  let conversion: ColorConversion?

  /// Throws `damaged` for samples that libvips cannot convert.
  ///
  /// Colors with alpha are converted at once: samples must be multiplied by alpha before they are
  /// resampled, and converted before they are multiplied.
  init(_ image: consuming VipsImage) throws(PageError) {
    var image = image
    var profile = image.profile.map(ColorProfile.init)
    if image.facts.color == CVIPS_OTHER || image.facts.bits == 0 {
      image = try image.convertedToSRGB()
      profile = nil
    }
    if image.facts.bits != 8 { image = try image.convertedToBytes() }
    if profile?.isSRGB == true { profile = nil }

    let facts = image.facts
    let isCMYK = facts.color == CVIPS_CMYK
    var bands = isCMYK ? 4 : facts.color == CVIPS_GRAY ? 1 : 3
    var conversion: ColorConversion?
    if facts.has_alpha {
      if profile != nil || isCMYK {
        image = try image.profileConvertedToSRGB(fallback: isCMYK ? "cmyk" : "srgb")
      }
      if image.facts.bands < 4 { image = try image.convertedToSRGB() }
      bands = 4
    } else if profile != nil || isCMYK {
      conversion = ColorConversion(color: facts.color, bands: bands, profile: profile?.data)
    }
    guard image.facts.bands >= bands else {
      throw PageError(
        .damaged, "the image has \(image.facts.bands) bands, which no known color model has")
    }
    if image.facts.bands > bands { image = try image.limited(toBands: bands) }
    self.image = image
    self.bands = bands
    self.conversion = conversion
    hasAlpha = facts.has_alpha
  }
}
