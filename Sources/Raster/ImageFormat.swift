import PageModel

/// The file formats that a bitmap can be written in.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  case png
  case jpeg
  case webp
  /// Portable pixmap, or graymap where the picture is gray.
  case ppm
  /// Rows of 8-bit RGB, RGBA or gray samples and nothing else.
  case raw

  /// The format that a file name's extension stands for.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    case "webp": self = .webp
    case "ppm", "pgm", "pnm": self = .ppm
    case "raw", "rgb": self = .raw
    default: return nil
    }
  }

  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}

/// How a bitmap is written.
public struct EncodeOptions: Sendable, Hashable {
  public var format: ImageFormat
  /// Of JPEG and WebP, 1 to 100.
  public var quality: Int
  /// Of PNG, from 1, the fastest, to 9, the smallest.
  public var level: Int
  /// Written into PNG and JPEG files where known.
  public var dotsPerInch: Double?

  public init(
    format: ImageFormat = .png, quality: Int = 85, level: Int = 1, dotsPerInch: Double? = nil
  ) {
    self.format = format
    self.quality = quality
    self.level = level
    self.dotsPerInch = dotsPerInch
  }
}
