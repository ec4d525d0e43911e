import CRectoPixbuf
import RectoMarkup
import RectoPageModel

/// Decodes BMP, which libvips reads through ImageMagick only, with GdkPixbuf.
enum BMPDecoder {
  /// Packed pixels of a picture, with alpha in the fourth band if there is one.
  struct Pixels {
    let bytes: FileBytes
    let width: Int
    let height: Int
    let bands: Int
  }

  /// Loads GdkPixbuf once; throws `notInstalled` if it is missing.
  static func start() throws(PageError) {
    guard cpixbuf_start() else {
      throw PageError(
        .notInstalled, "BMP images need GdkPixbuf: install the Debian package libgdk-pixbuf-2.0-0")
    }
  }

  /// Throws `damaged`, and `limit` for more pixels than may be held at once.
  static func decode(_ file: FileBytes) throws(PageError) -> Pixels {
    try start()
    let header = try BMPHeader(file)
    try DecodeLimits().check(held: Double(header.width * header.height) * bytesHeldPerPixel, .bmp)
    var message = [CChar](repeating: 0, count: 512)
    let picture = message.withUnsafeMutableBufferPointer { message in
      file.withBytes { bytes in
        bytes.baseAddress.flatMap { start in
          message.baseAddress.flatMap {
            cpixbuf_decode("bmp", start, bytes.count, $0, message.count)
          }
        }
      }
    }
    guard let picture else {
      let text = message.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let line = text.split(whereSeparator: \.isNewline).first.map { String($0).trimmed } ?? ""
      throw PageError(.damaged, line.isEmpty ? "it cannot be read" : line.printable)
    }
    defer { cpixbuf_release(picture) }
    return try pixels(of: cpixbuf_describe(picture))
  }

  /// The bytes per pixel of GdkPixbuf's picture and of the packed copy together.
  static let bytesHeldPerPixel = 8.0

  private static func pixels(of facts: cpixbuf_facts) throws(PageError) -> Pixels {
    let (width, height, bands) = (Int(facts.width), Int(facts.height), Int(facts.channels))
    guard let start = facts.pixels, width > 0, height > 0, bands == 3 || bands == 4 else {
      throw PageError(.damaged, "it has no pixels")
    }
    let bytes = FileBytes(count: width * height * bands) { memory in
      for row in 0..<height {
        let source = UnsafeRawBufferPointer(
          start: start + row * Int(facts.row_bytes), count: width * bands)
        UnsafeMutableRawBufferPointer(rebasing: memory[(row * width * bands)...])
          .copyMemory(from: source)
      }
    }
    return Pixels(bytes: bytes, width: width, height: height, bands: bands)
  }
}
