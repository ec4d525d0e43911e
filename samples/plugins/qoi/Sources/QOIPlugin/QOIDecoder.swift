import RectoPageModel

/// Red, green, blue and alpha.
typealias Pixel = SIMD4<UInt8>

/// Reads the pixels of a QOI file, as its specification of one page says (qoiformat.org).
struct QOIDecoder {
  let size: PixelSize
  private let bytes: [UInt8]
  private var place = 14
  private var recent = [Pixel](repeating: Pixel(), count: 64)

  /// Throws `damaged` if the file is too short for the picture that it says it is.
  init(_ bytes: [UInt8]) throws(PageError) {
    guard bytes.count >= place, bytes.starts(with: "qoif".utf8) else {
      throw PageError(.unsupported, "it is not a QOI picture")
    }
    func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    size = PixelSize(width: number(at: 4), height: number(at: 8))
    self.bytes = bytes
    // A byte stands for 62 pixels at most.
    let (count, overflows) = size.width.multipliedReportingOverflow(by: size.height)
    guard count > 0, !overflows, count / 62 <= bytes.count else {
      throw PageError(
        .damaged, "the picture is cut off: it should have \(size.width) x \(size.height) pixels")
    }
  }

  /// All pixels, rows from the top. Throws `damaged` if they end too early.
  mutating func pixels() throws(PageError) -> [Pixel] {
    let count = size.width * size.height
    var pixels: [Pixel] = []
    pixels.reserveCapacity(count)
    var pixel = Pixel(0, 0, 0, 255)
    while pixels.count < count {
      let tag = try next()
      let low = tag & 0x3F
      switch tag {
      case 0xFE: pixel = Pixel(try next(), try next(), try next(), pixel.w)
      case 0xFF: pixel = Pixel(try next(), try next(), try next(), try next())
      case 0x00...0x3F: pixel = recent[Int(low)]
      case 0x40...0x7F: pixel &+= Pixel(low >> 4, low >> 2 & 3, low & 3, 2) &- 2
      case 0x80...0xBF:
        let others = try next()
        let green = low &- 32
        pixel &+= Pixel(green &+ others >> 4 &- 8, green, green &+ others & 15 &- 8, 0)
      default:
        // The pixel before, once more for each.
        let run = min(Int(low) + 1, count - pixels.count)
        pixels.append(contentsOf: repeatElement(pixel, count: run))
        continue
      }
      recent[Self.slot(of: pixel)] = pixel
      pixels.append(pixel)
    }
    return pixels
  }

  /// The slot in which a pixel is kept for later reference.
  private static func slot(of pixel: Pixel) -> Int {
    Int((pixel &* Pixel(3, 5, 7, 11)).wrappedSum() & 63)
  }

  private mutating func next() throws(PageError) -> UInt8 {
    guard place < bytes.count else { throw PageError(.damaged, "the picture is cut off") }
    defer { place += 1 }
    return bytes[place]
  }
}
