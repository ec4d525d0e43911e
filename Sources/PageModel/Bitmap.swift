import Synchronization

/// The memory layout of a `Bitmap`'s pixels. Both have 32 bits per pixel, blue at the lowest address,
/// which is Cairo's `RGB24` and `ARGB32` on a little-endian machine.
public enum PixelFormat: String, Sendable, Hashable {
  /// Blue, green, red and an unused byte: an opaque picture.
  case bgrx
  /// Blue, green and red premultiplied by alpha, and alpha.
  case bgra
}

/// The pixels into which a page is rendered, in sRGB, with rows from the top.
///
/// It can be reused for the next page: `reset` keeps the memory if it is large enough. Threads access
/// it one at a time.
public final class Bitmap: Sendable {
  /// The memory and its shape; freed with its owner.
  private struct Storage: ~Copyable {
    var memory: PixelMemory
    var size: PixelSize
    var format: PixelFormat
  }

  private let storage: Mutex<Storage>

  public init(size: PixelSize, format: PixelFormat = .bgrx) {
    storage = Mutex(
      Storage(
        memory: PixelMemory(count: max(1, size.width * size.height) * 4), size: size,
        format: format))
  }

  /// A bitmap over pixels that the caller owns and keeps for as long as it is used: rows from the
  /// top, four bytes per pixel, without padding between rows. It must not be reshaped.
  public init(
    borrowing pixels: UnsafeMutableRawBufferPointer, size: PixelSize, format: PixelFormat
  ) {
    precondition(pixels.count >= size.width * size.height * 4, "the pixels do not fit")
    let memory = PixelMemory(borrowing: UInt(bitPattern: pixels.baseAddress), count: pixels.count)
    storage = Mutex(Storage(memory: memory, size: size, format: format))
  }

  public var size: PixelSize { storage.withLock { $0.size } }
  public var format: PixelFormat { storage.withLock { $0.format } }

  /// The number of bytes from one row to the next: always four times the width.
  public var rowBytes: Int { size.width * 4 }

  /// Gives the bitmap another shape; the pixels are undefined afterwards.
  public func reset(size: PixelSize, format: PixelFormat) {
    storage.withLock { storage in
      let needed = size.width * size.height * 4
      if needed > storage.memory.bytes.count { storage.memory = PixelMemory(count: needed) }
      storage.size = size
      storage.format = format
    }
  }

  /// Lends the pixels, `rowBytes` bytes a row, for reading and writing during `body`.
  public func withPixels<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try storage.withLock { storage throws(Failure) in
      let used = storage.size.width * storage.size.height * 4
      return try body(UnsafeMutableRawBufferPointer(rebasing: storage.memory.bytes[..<used]))
    }
  }

  /// Locks the pixels during `body` and lends it their memory, for another process to write to; nil for
  /// memory that cannot be shared.
  public func withSharedMemory<Result, Failure: Error>(
    _ body: (SharedMemory?) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try storage.withLock { storage throws(Failure) in try body(storage.memory.share) }
  }

  /// Fills every pixel with one color.
  public func fill(_ color: Color) {
    let format = format
    withPixels { pixels in
      let pixel = color.pixel(in: format)
      pixels.bindMemory(to: UInt32.self).update(repeating: pixel)
    }
  }
}

/// An sRGB color with straight alpha; each component is from 0 to 255.
public struct Color: Sendable, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  public static let white = Color(red: 255, green: 255, blue: 255)
  public static let black = Color(red: 0, green: 0, blue: 0)
  public static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// `#rrggbb`, without the alpha.
  public var hex: String {
    "#"
      + [red, green, blue].map { part in
        let digits = String(part, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }

  public var isOpaque: Bool { alpha == 255 }

  /// True if white text is easier to read on it than black, by the luma of ITU-R BT.709.
  package var isDark: Bool {
    0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue) < 110
  }

  /// The mixture with another color, whose share is from 0 to 1.
  package func mixed(with other: Color, share: Double) -> Color {
    func part(_ own: UInt8, _ other: UInt8) -> UInt8 {
      UInt8((Double(own) * (1 - share) + Double(other) * share).rounded())
    }
    return Color(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }

  /// The largest difference of red, green or blue, from 0 to 255; alpha does not count.
  public func distance(to other: Color) -> Int {
    max(
      abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
      abs(Int(blue) - Int(other.blue)))
  }

  /// The color as one little-endian pixel, premultiplied where the format has alpha.
  public func pixel(in format: PixelFormat) -> UInt32 {
    func part(_ value: UInt8) -> UInt32 {
      format == .bgrx ? UInt32(value) : (UInt32(value) * UInt32(alpha) + 127) / 255
    }
    return part(blue) | part(green) << 8 | part(red) << 16 | UInt32(alpha) << 24
  }

  /// `#rgb`, `#rrggbb`, `#rrggbbaa`, `white`, `black` or `transparent`; nil for anything else.
  public init?(_ text: String) {
    switch text.lowercased() {
    case "white": self = .white
    case "black": self = .black
    case "transparent", "none": self = .transparent
    case let name where name.hasPrefix("#"):
      let digits = name.dropFirst().compactMap(\.hexDigitValue)
      guard digits.count == name.count - 1 else { return nil }
      let bytes: [Int]
      switch digits.count {
      case 3: bytes = digits.map { $0 * 17 }
      case 6, 8:
        bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
      default: return nil
      }
      self.init(
        red: UInt8(bytes[0]), green: UInt8(bytes[1]), blue: UInt8(bytes[2]),
        alpha: bytes.count == 4 ? UInt8(bytes[3]) : 255)
    default: return nil
    }
  }
}
