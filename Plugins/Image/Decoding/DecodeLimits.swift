import CRectoVips
import RectoPageModel

/// The limits of decoding one image. Opening is not limited: it reads headers only.
struct DecodeLimits {
  /// At 100 to 200 megapixels a second, what a page may take of its ten seconds.
  var pixels = 400_000_000.0
  /// Bytes that a decoder may hold for a picture which it cannot give row by row: three quarters
  /// of a worker's 512 MiB.
  var heldBytes = 384.0 * 1024 * 1024

  /// The bytes that the decoder holds at once of `bytes`, reduced `shrink` times: 0 where it works in
  /// rows. Throws `limit` if decoding costs more than it may.
  func check(
    _ header: ImageHeader, facts: cvips_facts, bytes: FileBytes, shrink: Int
  ) throws(PageError) -> Double {
    // Only one level of a pyramid is decoded.
    let count =
      header.format == .tiff
      ? Double(facts.width) * Double(facts.height) : header.stored.width * header.stored.height
    guard count <= pixels else {
      throw PageError(
        .limit,
        "the image has \(Self.millions(count)) megapixels: the limit is \(Self.millions(pixels))")
    }
    let held = count * bytesHeldPerPixel(header.format, facts: facts, bytes: bytes, shrink: shrink)
    try check(held: held, header.format)
    return held
  }

  /// Throws `limit` for more bytes than a decoder may hold at once.
  func check(held: Double, _ format: PictureFormat) throws(PageError) {
    guard held <= heldBytes else {
      throw PageError(
        .limit,
        "decoding this \(format.name) image takes \(Int(held / 1_048_576)) MiB at once: "
          + "the limit is \(Int(heldBytes / 1_048_576)) MiB")
    }
  }

  /// The memory that the decoder needs for each pixel of the full picture; 0 where it works
  /// in rows.
  private func bytesHeldPerPixel(
    _ format: PictureFormat, facts: cvips_facts, bytes: FileBytes, shrink: Int
  ) -> Double {
    let samples = Double(facts.bands) * Double(max(8, facts.bits)) / 8
    let area = Double(shrink * shrink)
    return switch format {
    case .png: bytes.byte(at: 28) == 1 ? samples : 0
    case .jpeg: bytes.withBytes { JPEGFrame($0)?.bytesHeldPerPixel ?? 0 }
    // libtiff's picture of 32 bits a pixel, and the packed copy.
    case .tiff: facts.is_ycbcr ? 7 : 0
    // Lossless WebP is decoded whole before it is reduced.
    case .webp: 4 + 4 / area
    case .gif: 5
    // Planes of luma and chroma with 16 bits, and the picture made of them.
    case .heif: samples + 4
    // libjxl computes in floats.
    case .jpegXL: samples + 4 * Double(facts.bands)
    // OpenJPEG holds 32 bits a sample.
    case .jpeg2000: 4 * Double(facts.bands) / area
    case .netpbm, .svg, .psd: 0
    case .bmp: BMPDecoder.bytesHeldPerPixel
    }
  }

  private static func millions(_ count: Double) -> Int { Int(count / 1e6) }
}
