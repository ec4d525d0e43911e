import CRectoWebP
import RectoPageModel

/// Writes WebP, lossless at quality 100. Calls `WebPEncodeBGRA` and its kin.
///
/// Throws `limit` beyond 16,383 pixels on a side, which is the format's own bound.
func encodeWebP(
  _ pixels: Pixels, _ options: EncodeOptions, scratch: GrowingBuffer,
  body: (UnsafeRawBufferPointer) throws(PageError) -> Void
) throws(PageError) {
  let (width, height) = (Int32(pixels.size.width), Int32(pixels.size.height))
  guard max(width, height) <= WEBP_MAX_DIMENSION else {
    throw PageError(
      .limit,
      "WebP holds at most \(WEBP_MAX_DIMENSION) pixels on a side: use PNG, or ask for a region")
  }
  let layout = pixels.format == .bgra ? SampleLayout.rgba : .rgb
  let packed = pack(pixels, as: layout, scratch: scratch)
  let source = packed.assumingMemoryBound(to: UInt8.self).baseAddress
  let rowBytes = width * Int32(layout.rawValue)
  var file: UnsafeMutablePointer<UInt8>?
  let count =
    switch (layout, options.quality) {
    case (.rgba, 100): WebPEncodeLosslessRGBA(source, width, height, rowBytes, &file)
    case (.rgba, let quality):
      WebPEncodeRGBA(source, width, height, rowBytes, Float(quality), &file)
    case (_, 100): WebPEncodeLosslessRGB(source, width, height, rowBytes, &file)
    case (_, let quality): WebPEncodeRGB(source, width, height, rowBytes, Float(quality), &file)
    }
  defer { WebPFree(file) }
  guard count > 0 else {
    throw PageError(.limit, "the WebP image of \(width) x \(height) pixels cannot be written")
  }
  try body(UnsafeRawBufferPointer(start: file, count: count))
}
