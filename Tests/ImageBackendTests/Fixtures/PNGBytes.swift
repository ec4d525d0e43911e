import CRectoSPNG
import Glibc
import Testing

/// A PNG that `spng_encode_image` writes. Samples of 16 bits have this machine's byte order.
func png(
  width: Int, height: Int, bits: Int = 8, colorType: spng_color_type, samples: [UInt8],
  pixelsPerMetre: (x: Int, y: Int)? = nil, profile: [UInt8]? = nil
) throws -> [UInt8] {
  let context = try #require(spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)))
  defer { spng_ctx_free(context) }
  var header = spng_ihdr()
  header.width = UInt32(width)
  header.height = UInt32(height)
  header.bit_depth = UInt8(bits)
  header.color_type = UInt8(colorType.rawValue)
  try #require(spng_set_ihdr(context, &header) == 0)
  try #require(spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1) == 0)
  if let density = pixelsPerMetre {
    var chunk = spng_phys(
      ppu_x: UInt32(density.x), ppu_y: UInt32(density.y), unit_specifier: 1)
    try #require(spng_set_phys(context, &chunk) == 0)
  }
  // libspng reads it where it encodes.
  let lent = UnsafeMutableBufferPointer<CChar>.allocate(capacity: profile?.count ?? 0)
  defer { lent.deallocate() }
  if let profile {
    _ = lent.initialize(fromContentsOf: profile.map { CChar(bitPattern: $0) })
    try setProfile(lent, of: context)
  }
  try #require(
    spng_encode_image(
      context, samples, samples.count, Int32(SPNG_FMT_PNG.rawValue),
      Int32(SPNG_ENCODE_FINALIZE.rawValue)) == 0)
  var count = 0
  var status: Int32 = 0
  let file = try #require(spng_get_png_buffer(context, &count, &status))
  defer { free(file) }
  return Array(UnsafeRawBufferPointer(start: file, count: count))
}

private func setProfile(
  _ bytes: UnsafeMutableBufferPointer<CChar>, of context: OpaquePointer
) throws {
  var chunk = spng_iccp()
  chunk.profile_name.0 = CChar(UInt8(ascii: "p"))
  chunk.profile = bytes.baseAddress
  chunk.profile_len = bytes.count
  try #require(spng_set_iccp(context, &chunk) == 0)
}

/// A PNG header with hardly any data behind it.
func hollowPNG(width: UInt32, height: UInt32, isInterlaced: Bool = false) -> [UInt8] {
  func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    return UInt32(body.count).bigEndianBytes + named + checksum(named).bigEndianBytes
  }
  let header = width.bigEndianBytes + height.bigEndianBytes + [8, 2, 0, 0, isInterlaced ? 1 : 0]
  let nothing: [UInt8] = [0x78, 0x9C, 0x03, 0, 0, 0, 0, 1]
  return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
    + chunk("IDAT", nothing) + chunk("IEND", [])
}
