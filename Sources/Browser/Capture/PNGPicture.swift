import CSPNG
import PageModel

/// A decoded PNG: four bytes a pixel - red, green, blue and straight alpha - without gaps.
struct PNGPicture {
  let size: PixelSize
  let samples: [UInt8]

  /// The most pixels that are decoded.
  static let pixelLimit = 16 << 20

  /// Throws `damaged` or `limit`. Calls `spng_decode_image`.
  init(_ bytes: [UInt8]) throws(PageError) {
    let decoder = try SPNGDecoder()
    (size, samples) = try decoder.decode(bytes)
  }
}

/// Owns libspng's context.
private struct SPNGDecoder: ~Copyable {
  private let context: OpaquePointer

  init() throws(PageError) {
    // The checksums of what came through a pipe need no checking.
    guard let context = spng_ctx_new(Int32(SPNG_CTX_IGNORE_ADLER32.rawValue)) else {
      throw PageError(.limit, "there is no memory left to read a picture of the page")
    }
    self.context = context
  }

  deinit { spng_ctx_free(context) }

  private func check(_ status: Int32) throws(PageError) {
    guard status == 0 else {
      throw PageError(
        .damaged,
        "the picture of the page cannot be read: \(String(cString: spng_strerror(status)))")
    }
  }

  func decode(_ bytes: [UInt8]) throws(PageError) -> (PixelSize, [UInt8]) {
    // libspng reads the array for as long as it is lent.
    let outcome = bytes.withUnsafeBytes { bytes in
      Result { () throws(PageError) in try decode(bytes) }
    }
    return try outcome.get()
  }

  private func decode(_ bytes: UnsafeRawBufferPointer) throws(PageError) -> (PixelSize, [UInt8]) {
    let action = Int32(SPNG_CRC_USE.rawValue)
    try check(spng_set_crc_action(context, action, action))
    try check(spng_set_png_buffer(context, bytes.baseAddress, bytes.count))
    var header = spng_ihdr()
    try check(spng_get_ihdr(context, &header))
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    guard size.width * size.height <= PNGPicture.pixelLimit else {
      throw PageError(.limit, "the picture of the page is too large")
    }
    var samples = [UInt8](repeating: 0, count: size.width * size.height * 4)
    try check(
      spng_decode_image(context, &samples, samples.count, Int32(SPNG_FMT_RGBA8.rawValue), 0))
    return (size, samples)
  }
}
