import CRectoSPNG
import Glibc
import RectoPageModel

/// Writes PNG with row filters at a zlib level from 2 to 9: slower and smaller.
///
/// Calls `spng_encode_image`; its buffer is freed after `body`.
func encodeSmallPNG(
  _ pixels: Pixels, _ options: EncodeOptions, scratch: GrowingBuffer,
  body: (UnsafeRawBufferPointer) throws(PageError) -> Void
) throws(PageError) {
  let encoder = try SPNGEncoder()
  try encoder.encode(pixels, options, scratch: scratch, body: body)
}

/// Owns libspng's context.
private struct SPNGEncoder: ~Copyable {
  private let context: OpaquePointer

  init() throws(PageError) {
    guard let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else {
      throw PageError(.limit, "there is no memory left to write a PNG")
    }
    self.context = context
  }

  deinit { spng_ctx_free(context) }

  private func check(_ status: Int32) throws(PageError) {
    guard status == 0 else {
      throw PageError(
        .limit, "the PNG cannot be written: \(String(cString: spng_strerror(status)))")
    }
  }

  func encode(
    _ pixels: Pixels, _ options: EncodeOptions, scratch: GrowingBuffer,
    body: (UnsafeRawBufferPointer) throws(PageError) -> Void
  ) throws(PageError) {
    let samples = encodeSamples(pixels, scratch: scratch)
    let layout = SampleLayout(pixels)
    var header = spng_ihdr()
    header.width = UInt32(pixels.size.width)
    header.height = UInt32(pixels.size.height)
    header.bit_depth = 8
    switch layout {
    case .gray: header.color_type = UInt8(SPNG_COLOR_TYPE_GRAYSCALE.rawValue)
    case .rgb: header.color_type = UInt8(SPNG_COLOR_TYPE_TRUECOLOR.rawValue)
    case .rgba: header.color_type = UInt8(SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue)
    }
    try check(spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1))
    try check(spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, Int32(options.level)))
    try check(spng_set_ihdr(context, &header))
    if let dotsPerInch = options.dotsPerInch {
      let perMeter = UInt32(min(1e9, (dotsPerInch / 0.0254).rounded()))
      var density = spng_phys(ppu_x: perMeter, ppu_y: perMeter, unit_specifier: 1)
      try check(spng_set_phys(context, &density))
    }
    try check(
      spng_encode_image(
        context, samples.baseAddress, samples.count, Int32(SPNG_FMT_PNG.rawValue),
        Int32(SPNG_ENCODE_FINALIZE.rawValue)))
    var count = 0
    var status: Int32 = 0
    let file = spng_get_png_buffer(context, &count, &status)
    defer { free(file) }
    try check(status)
    try body(UnsafeRawBufferPointer(start: file, count: count))
  }
}
