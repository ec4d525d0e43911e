import CRectoSPNG
import RectoPageModel

/// A decoded PNG: four bytes a pixel - red, green, blue and straight alpha - without gaps.
public struct PNGPicture: Sendable {
  public let size: PixelSize
  public let samples: [UInt8]

  /// Takes samples, four bytes for each pixel of `size`.
  public init(size: PixelSize, samples: [UInt8]) {
    precondition(samples.count == size.width * size.height * 4)
    self.size = size
    self.samples = samples
  }

  /// The trust in a file's checksums.
  public enum Trust: Sendable {
    /// They are checked.
    case none
    /// It came through a pipe from a program that made it, and could not change on the way.
    case pipe
  }

  /// Decodes a file of at most `pixelLimit` pixels, which are counted before memory is taken.
  ///
  /// Throws `damaged` or `limit`; the sentences go behind a name: `cannot be read: …`. Calls
  /// `spng_decode_image`.
  public init(
    _ bytes: [UInt8], pixelLimit: Int, trust: Trust = .none
  ) throws(PageError) {
    let decoder = try SPNGDecoder(trust)
    (size, samples) = try decoder.decode(bytes, pixelLimit: pixelLimit)
  }
}

/// Owns libspng's context.
private struct SPNGDecoder: ~Copyable {
  private let context: OpaquePointer
  private let trust: PNGPicture.Trust

  init(_ trust: PNGPicture.Trust) throws(PageError) {
    let flags = trust == .pipe ? Int32(SPNG_CTX_IGNORE_ADLER32.rawValue) : 0
    guard let context = spng_ctx_new(flags) else {
      throw PageError(.limit, "cannot be read: there is no memory left")
    }
    self.context = context
    self.trust = trust
  }

  deinit { spng_ctx_free(context) }

  private func check(_ status: Int32) throws(PageError) {
    guard status == 0 else {
      if status == SPNG_ESIGNATURE.rawValue { throw PageError(.damaged, "is not a PNG file") }
      throw PageError(.damaged, "cannot be read: \(String(cString: spng_strerror(status)))")
    }
  }

  func decode(_ bytes: [UInt8], pixelLimit: Int) throws(PageError) -> (PixelSize, [UInt8]) {
    // libspng reads the array for as long as it is lent.
    let outcome = bytes.withUnsafeBytes { bytes in
      Result { () throws(PageError) in try decode(bytes, pixelLimit: pixelLimit) }
    }
    return try outcome.get()
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, pixelLimit: Int
  ) throws(PageError) -> (PixelSize, [UInt8]) {
    if trust == .pipe {
      let action = Int32(SPNG_CRC_USE.rawValue)
      try check(spng_set_crc_action(context, action, action))
    }
    try check(spng_set_png_buffer(context, bytes.baseAddress, bytes.count))
    var header = spng_ihdr()
    try check(spng_get_ihdr(context, &header))
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    guard size.width * size.height <= pixelLimit else {
      throw PageError(
        .limit,
        "is too large: \(size.width) x \(size.height) pixels, more than the limit of \(pixelLimit)")
    }
    var samples = [UInt8](repeating: 0, count: size.width * size.height * 4)
    let flags = Int32(SPNG_DECODE_TRNS.rawValue)
    try check(
      spng_decode_image(context, &samples, samples.count, Int32(SPNG_FMT_RGBA8.rawValue), flags))
    return (size, samples)
  }
}
