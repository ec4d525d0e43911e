import CRectoVips
import RectoPageModel

/// Writes one of the formats that libvips knows, which is loaded for the first picture.
struct VipsEncoder {
  let format: cvips_format
  /// The format's name in sentences.
  let name: String

  /// Throws `notInstalled`. Calls `cvips_can_save`.
  func require() throws(PageError) {
    guard cvips_can_save(format) else {
      throw PageError(
        .notInstalled,
        "\(name) cannot be written: libvips is missing, or was built without it "
          + "(Debian package libvips42)")
    }
  }

  /// Throws `notInstalled`, and `limit` if the format cannot hold the picture. Calls `cvips_save`.
  func encode(
    _ pixels: Pixels, _ options: EncodeOptions, scratch: GrowingBuffer,
    body: (UnsafeRawBufferPointer) throws(PageError) -> Void
  ) throws(PageError) {
    try require()
    let layout = SampleLayout(pixels)
    let packed = pack(pixels, as: layout, scratch: scratch)
    var length = 0
    // The default is the value that libvips takes as unknown.
    let resolution = options.dotsPerInch.map { $0 / 25.4 } ?? 1
    let file = packed.baseAddress.flatMap { start -> UnsafeMutablePointer<UInt8>? in
      let image = cvips_wrap(
        start, packed.count, Int32(pixels.size.width), Int32(pixels.size.height),
        Int32(layout.rawValue), layout == .gray ? CVIPS_GRAY : CVIPS_RGB, nil, 0)
      guard let image else { return nil }
      defer { cvips_release(image) }
      return cvips_save(image, format, Int32(options.quality), resolution, &length)
    }
    guard let file else { throw failure(pixels.size) }
    defer { cvips_free(file) }
    try body(UnsafeRawBufferPointer(start: file, count: length))
  }

  private func failure(_ size: PixelSize) -> PageError {
    let reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { text in
      text.baseAddress.map { start in
        cvips_take_error(start, text.count)
        return String(cString: start)
      } ?? ""
    }
    let first = reason.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
    return PageError(
      .limit, "the \(name) image of \(size.width) x \(size.height) pixels cannot be written\(first)"
    )
  }
}
