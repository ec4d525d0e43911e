import CRectoVips
import RectoPageModel

/// One libvips image: a pipeline that computes pixels when a region asks for them.
struct VipsImage: ~Copyable {
  private let pointer: OpaquePointer
  /// libvips reads these while it decodes.
  private let bytes: FileBytes?

  let facts: cvips_facts

  deinit { cvips_release(pointer) }

  /// Takes over the reference `pointer`; throws `damaged` with libvips' reason if it is null.
  private init(_ pointer: OpaquePointer?, bytes: FileBytes?) throws(PageError) {
    guard let pointer else { throw PageError(.damaged, VipsLibrary.takeError()) }
    self.pointer = pointer
    self.bytes = bytes
    facts = cvips_describe(pointer)
  }

  /// Opens one page of an encoded image, reduced `shrink` times where its format can be.
  ///
  /// Only the header is read, except of a BMP, which is decoded. With `isStrict`, reading beyond
  /// truncated data is an error; otherwise missing pixels are blank. Throws `damaged`,
  /// `unsupported` or `notInstalled`.
  init(
    _ bytes: FileBytes, format: PictureFormat, page: Int = 0, shrink: Int = 1,
    isStrict: Bool = false
  ) throws(PageError) {
    guard format != .bmp else {
      try self.init(BMPDecoder.decode(bytes))
      return
    }
    let loader = try VipsLibrary.require(format)
    let opened = bytes.withBytes { buffer in
      buffer.baseAddress.flatMap {
        cvips_load(loader, $0, buffer.count, Int32(page), Int32(shrink), isStrict)
      }
    }
    try self.init(opened, bytes: bytes)
  }

  /// The picture with the meaning of its samples that its file gives them, to read pixels of. It
  /// decodes a TIFF in YCbCr as a whole, and reads gray floats once to find white. Calls
  /// `cvips_settle`.
  consuming func settled(page: Int) throws(PageError) -> VipsImage {
    guard let bytes else { return self }
    let settled = bytes.withBytes { buffer in
      buffer.baseAddress.flatMap { cvips_settle(pointer, $0, buffer.count, Int32(page)) }
    }
    return try VipsImage(settled, bytes: bytes)
  }

  /// An image over pixels that are decoded.
  private init(_ pixels: BMPDecoder.Pixels) throws(PageError) {
    let wrapped = pixels.bytes.withBytes { buffer in
      buffer.baseAddress.flatMap {
        cvips_wrap(
          $0, buffer.count, Int32(pixels.width), Int32(pixels.height), Int32(pixels.bands),
          CVIPS_RGB, nil, 0)
      }
    }
    try self.init(wrapped, bytes: pixels.bytes)
  }

  /// Lends an image over packed 8-bit pixels, with a profile if there is one.
  static func withPixels<Result>(
    _ pixels: UnsafeRawBufferPointer, width: Int, height: Int, bands: Int, color: cvips_color,
    profile: [UInt8]?, _ body: (borrowing VipsImage) throws(PageError) -> Result
  ) throws(PageError) -> Result {
    guard let start = pixels.baseAddress else { throw PageError(.bug, "there are no pixels") }
    let profile = profile ?? []
    let wrapped = profile.withUnsafeBytes { profile in
      cvips_wrap(
        start, width * height * bands, Int32(width), Int32(height), Int32(bands), color,
        profile.isEmpty ? nil : profile.baseAddress, profile.count)
    }
    return try body(VipsImage(wrapped, bytes: nil))
  }

  /// The embedded ICC profile.
  var profile: [UInt8]? {
    var length = 0
    guard let data = cvips_profile(pointer, &length), length > 0 else { return nil }
    return Array(UnsafeRawBufferPointer(start: data, count: length))
  }

  /// sRGB, by what the image says of its color space. Calls `vips_colourspace`.
  func convertedToSRGB() throws(PageError) -> VipsImage {
    try VipsImage(cvips_to_srgb(pointer), bytes: bytes)
  }

  /// sRGB, by the embedded profile or else the builtin one named. Calls `vips_icc_transform`.
  func profileConvertedToSRGB(fallback: String?) throws(PageError) -> VipsImage {
    try VipsImage(cvips_profile_to_srgb(pointer, fallback), bytes: bytes)
  }

  /// 8 bits a band. Calls `vips_cast`.
  func convertedToBytes() throws(PageError) -> VipsImage {
    try VipsImage(cvips_to_bytes(pointer), bytes: bytes)
  }

  /// Without the bands past `count`. Calls `vips_extract_band`.
  func limited(toBands count: Int) throws(PageError) -> VipsImage {
    try VipsImage(cvips_first_bands(pointer, Int32(count)), bytes: bytes)
  }

  /// Makes a region, which reads the pixels.
  func makeRegion() throws(PageError) -> VipsRegion {
    try VipsRegion(cvips_region(pointer), bytes: bytes)
  }
}

/// A region to compute parts of an image in; it keeps its image alive.
struct VipsRegion: ~Copyable {
  private let pointer: OpaquePointer
  private let bytes: FileBytes?

  deinit { cvips_release_region(pointer) }

  fileprivate init(_ pointer: OpaquePointer?, bytes: FileBytes?) throws(PageError) {
    guard let pointer else { throw PageError(.damaged, VipsLibrary.takeError()) }
    self.pointer = pointer
    self.bytes = bytes
  }

  /// Computes and copies out a part of the image. Throws `damaged`. Calls `vips_region_fetch`.
  func fetch(left: Int, top: Int, width: Int, height: Int) throws(PageError) -> PixelRows {
    guard
      let bytes = cvips_fetch(pointer, Int32(left), Int32(top), Int32(width), Int32(height))
    else { throw PageError(.damaged, VipsLibrary.takeError()) }
    return PixelRows(bytes)
  }
}

/// Packed pixels that libvips has given away, or that are copied.
struct PixelRows: ~Copyable {
  let start: UnsafeMutablePointer<UInt8>

  fileprivate init(_ start: UnsafeMutablePointer<UInt8>) { self.start = start }

  /// Allocates uninitialized memory. Throws `limit` if there is not enough.
  init(byteCount: Int) throws(PageError) {
    guard let start = cvips_allocate(byteCount) else {
      throw PageError(.limit, "there is no memory for \(byteCount) bytes of pixels")
    }
    self.start = start
  }

  deinit { cvips_free(start) }
}
