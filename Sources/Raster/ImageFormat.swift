import RectoPageModel

/// The file formats that a bitmap can be written in.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  case png
  case jpeg
  case webp
  case tiff
  case gif
  case avif
  /// JPEG XL.
  case jxl
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
    case "tif", "tiff": self = .tiff
    case "gif": self = .gif
    case "avif": self = .avif
    case "jxl": self = .jxl
    case "ppm", "pgm", "pnm": self = .ppm
    case "raw", "rgb": self = .raw
    default: return nil
    }
  }

  /// The extension of file names.
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .tiff: "tif"
    default: rawValue
    }
  }

  /// False if what is transparent is written as white.
  public var hasAlpha: Bool { self != .jpeg && self != .ppm }

  /// Throws `notInstalled` if the library that writes the format is not there.
  public func requireEncoder() throws(PageError) {
    if let saver { try saver.require() }
  }
}

/// The options for encoding a bitmap.
public struct EncodeOptions: Sendable, Hashable {
  public var format: ImageFormat
  /// The quality of JPEG, WebP, AVIF and JPEG XL, 1 to 100; 100 is lossless except for JPEG.
  public var quality: Int
  /// The compression level of PNG, from 1, the fastest, to 9, the smallest.
  public var level: Int
  /// Written into PNG, JPEG and TIFF files where known.
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
