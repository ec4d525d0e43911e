import CRectoVips
import RectoPageModel

/// An embedded ICC profile (ICC.1), as far as it decides whether there is anything to convert.
struct ColorProfile {
  let data: [UInt8]

  /// True if it is one of the many copies of sRGB itself: a matrix profile whose description begins
  /// with that name.
  var isSRGB: Bool {
    guard tag("rXYZ") != nil, let description = tag("desc") else { return false }
    // Version 2 has ASCII behind 12 bytes; version 4 has UTF-16 behind a table of languages.
    let letters = description.dropFirst(12).filter { (0x21...0x7E).contains($0) }
    let text = String(decoding: letters.prefix(64), as: UTF8.self)
    return text.hasPrefix("sRGB") || text.hasPrefix("enUS") && text.contains("sRGBIEC61966")
      || text.hasPrefix("enUS") && text.dropFirst(4).drop { !$0.isLetter }.hasPrefix("sRGB")
  }

  /// The bytes of one tag; nil if it is missing or lies outside the data.
  private func tag(_ signature: String) -> ArraySlice<UInt8>? {
    let wanted = Array(signature.utf8)
    guard let count = number(at: 128), count <= 100 else { return nil }
    for entry in 0..<count {
      let start = 132 + 12 * entry
      guard start + 12 <= data.count else { return nil }
      guard data[start..<start + 4].elementsEqual(wanted) else { continue }
      guard let offset = number(at: start + 4), let length = number(at: start + 8),
        offset + length <= data.count
      else { return nil }
      return data[offset..<offset + length]
    }
    return nil
  }

  private func number(at offset: Int) -> Int? {
    guard offset + 4 <= data.count else { return nil }
    return data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}

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
