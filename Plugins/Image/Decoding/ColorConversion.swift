import CRectoVips
import RectoPageModel

/// A conversion of packed 8-bit samples to sRGB.
struct ColorConversion {
  let color: cvips_color
  let bands: Int
  /// Nil for CMYK that states none: libvips' own stands in.
  let profile: [UInt8]?

  /// Lends `height` rows of sRGB, three bands, made of as many rows of samples.
  ///
  /// Throws `damaged` if the profile is broken or meant for other samples.
  func convert<Result>(
    _ samples: UnsafeRawBufferPointer, width: Int, height: Int,
    _ body: (UnsafePointer<UInt8>) throws(PageError) -> Result
  ) throws(PageError) -> Result {
    try VipsImage.withPixels(
      samples, width: width, height: height, bands: bands, color: color, profile: profile
    ) { image throws(PageError) in
      let converted = try image.profileConvertedToSRGB(fallback: color == CVIPS_CMYK ? "cmyk" : nil)
      guard converted.facts.bands == 3, converted.facts.bits == 8 else {
        throw PageError(.damaged, "the color profile does not give RGB")
      }
      let rows = try converted.makeRegion().fetch(left: 0, top: 0, width: width, height: height)
      return try body(UnsafePointer(rows.start))
    }
  }
}
