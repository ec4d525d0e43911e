import CRectoJPEG
import RectoPageModel

/// Writes JPEG, gray where the picture is. The pixels are opaque.
///
/// Calls `tjCompress2` of libjpeg-turbo, which limits a side to 65,500 pixels.
func encodeJPEG(
  _ pixels: Pixels, _ options: EncodeOptions,
  body: (UnsafeRawBufferPointer) throws(PageError) -> Void
) throws(PageError) {
  let compressor = try JPEGCompressor()
  try compressor.encode(pixels, options, body: body)
}

/// Owns libjpeg-turbo's handle.
private struct JPEGCompressor: ~Copyable {
  private let handle: tjhandle

  init() throws(PageError) {
    guard let handle = tjInitCompress() else {
      throw PageError(.limit, "there is no memory left to write a JPEG")
    }
    self.handle = handle
  }

  deinit { tjDestroy(handle) }

  func encode(
    _ pixels: Pixels, _ options: EncodeOptions,
    body: (UnsafeRawBufferPointer) throws(PageError) -> Void
  ) throws(PageError) {
    var file: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    // Full chroma resolution from 90 up, where people ask for fine print.
    let subsampling = options.quality >= 90 ? TJSAMP_444 : TJSAMP_420
    let layout = SampleLayout(pixels)
    let status = tjCompress2(
      handle, pixels.bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
      Int32(pixels.size.width),
      Int32(pixels.size.width * 4), Int32(pixels.size.height), Int32(TJPF_BGRX.rawValue), &file,
      &count, Int32((layout == .gray ? TJSAMP_GRAY : subsampling).rawValue), Int32(options.quality),
      0)
    defer { tjFree(file) }
    guard status == 0, let file else {
      throw PageError(
        .limit, "the JPEG cannot be written: \(String(cString: tjGetErrorStr2(handle)))")
    }
    if let dotsPerInch = options.dotsPerInch {
      stampDensity(dotsPerInch, into: UnsafeMutableRawBufferPointer(start: file, count: Int(count)))
    }
    try body(UnsafeRawBufferPointer(start: file, count: Int(count)))
  }

  /// Sets the density in the JFIF header (ITU-T T.871, 10.1), which the library writes as 1:1.
  private func stampDensity(_ dotsPerInch: Double, into file: UnsafeMutableRawBufferPointer) {
    let jfif: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0]
    guard file.count > 18, file.prefix(jfif.count).elementsEqual(jfif) else { return }
    let density = UInt16(clamping: Int(min(65_535, dotsPerInch.rounded())))
    file[13] = 1
    for offset in [14, 16] {
      file.storeBytes(of: density.bigEndian, toByteOffset: offset, as: UInt16.self)
    }
  }
}
