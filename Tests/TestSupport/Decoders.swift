import CRectoJPEG
import CRectoSPNG
import CRectoWebP

public struct UnreadableImage: Error {
  public let message: String
}

/// Calls `spng_decode_image`, with the checksums verified.
public func decodePNG(_ file: [UInt8]) throws -> DecodedImage {
  guard let context = spng_ctx_new(0) else { throw UnreadableImage(message: "no memory") }
  defer { spng_ctx_free(context) }
  func check(_ status: Int32) throws {
    guard status == 0 else {
      throw UnreadableImage(message: String(cString: spng_strerror(status)))
    }
  }
  return try file.withUnsafeBytes { bytes in
    try check(spng_set_png_buffer(context, bytes.baseAddress, bytes.count))
    var header = spng_ihdr()
    try check(spng_get_ihdr(context, &header))
    guard header.bit_depth == 8, let channels = [0: 1, 2: 3, 6: 4][header.color_type] else {
      throw UnreadableImage(message: "\(header.bit_depth) bits of color type \(header.color_type)")
    }
    var size = 0
    try check(spng_decoded_image_size(context, Int32(SPNG_FMT_PNG.rawValue), &size))
    var samples = [UInt8](repeating: 0, count: size)
    try check(spng_decode_image(context, &samples, size, Int32(SPNG_FMT_PNG.rawValue), 0))
    var density = spng_phys()
    let hasDensity = spng_get_phys(context, &density) == 0 && density.unit_specifier == 1
    return DecodedImage(
      width: Int(header.width), height: Int(header.height), channels: channels, samples: samples,
      dotsPerInch: hasDensity ? Double(density.ppu_x) * 0.0254 : nil)
  }
}

/// Calls `tjDecompress2`; the density is that of the JFIF header.
public func decodeJPEG(_ file: [UInt8]) throws -> DecodedImage {
  let handle = tjInitDecompress()
  defer { tjDestroy(handle) }
  func check(_ status: Int32) throws {
    guard status == 0 else {
      throw UnreadableImage(message: String(cString: tjGetErrorStr2(handle)))
    }
  }
  var width: Int32 = 0
  var height: Int32 = 0
  var subsampling: Int32 = 0
  var colorspace: Int32 = 0
  let count = UInt(file.count)
  try check(
    tjDecompressHeader3(handle, file, count, &width, &height, &subsampling, &colorspace))
  let isGray = colorspace == Int32(TJCS_GRAY.rawValue)
  let channels = isGray ? 1 : 3
  var samples = [UInt8](repeating: 0, count: Int(width * height) * channels)
  let format = isGray ? TJPF_GRAY : TJPF_RGB
  try check(
    tjDecompress2(handle, file, count, &samples, width, 0, height, Int32(format.rawValue), 0))
  let isInches = file.count > 17 && Array(file[6..<10]) == Array("JFIF".utf8) && file[13] == 1
  return DecodedImage(
    width: Int(width), height: Int(height), channels: channels, samples: samples,
    dotsPerInch: isInches ? Double(Int(file[14]) << 8 | Int(file[15])) : nil)
}

/// Calls `WebPDecodeRGBA`, or `WebPDecodeRGB` for a file without alpha.
public func decodeWebP(_ file: [UInt8]) throws -> DecodedImage {
  var features = WebPBitstreamFeatures()
  guard WebPGetFeatures(file, file.count, &features) == VP8_STATUS_OK else {
    throw UnreadableImage(message: "not a WebP file")
  }
  let channels = features.has_alpha == 0 ? 3 : 4
  var width: Int32 = 0
  var height: Int32 = 0
  let decode = channels == 3 ? WebPDecodeRGB : WebPDecodeRGBA
  guard let pixels = decode(file, file.count, &width, &height) else {
    throw UnreadableImage(message: "the WebP file is damaged")
  }
  defer { WebPFree(pixels) }
  let samples = Array(UnsafeBufferPointer(start: pixels, count: Int(width * height) * channels))
  return DecodedImage(
    width: Int(width), height: Int(height), channels: channels, samples: samples)
}

/// A binary PGM or PPM file of 8-bit samples, read as netpbm's manual pages describe it.
public func decodePortableMap(_ file: [UInt8]) throws -> DecodedImage {
  let fields = file.prefix(64).split(
    separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
  let words = fields.prefix(3).map { String(decoding: $0, as: UTF8.self) }
  guard words.count == 3, words[2] == "255", let channels = ["P5": 1, "P6": 3][words[0]] else {
    throw UnreadableImage(message: "not a binary PGM or PPM file")
  }
  let sides = words[1].split(separator: " ").compactMap { Int($0) }
  let start = words.reduce(0) { $0 + $1.utf8.count + 1 }
  guard sides.count == 2, file.count - start == sides[0] * sides[1] * channels else {
    throw UnreadableImage(message: "the samples do not fill the image")
  }
  return DecodedImage(
    width: sides[0], height: sides[1], channels: channels, samples: Array(file[start...]))
}
