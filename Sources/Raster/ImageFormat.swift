import CRectoVips
import RectoPageModel

/// The file formats in which a bitmap can be written.
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

  /// The format of a file name extension, in any case; nil for an unknown one.
  public init?(fileExtension: String) {
    let name = fileExtension.lowercased()
    guard let format = Self.allCases.first(where: { $0.facts.fileExtensions.contains(name) }) else {
      return nil
    }
    self = format
  }

  /// The extension of file names.
  public var fileExtension: String { facts.fileExtensions[0] }
  public var mediaType: String { facts.mediaType }
  /// False if transparent areas are written as white.
  public var hasAlpha: Bool { facts.hasAlpha }
  /// The libvips encoder of the format; nil if one of Recto's smaller libraries writes it.
  var saver: VipsEncoder? { facts.saver }

  /// The properties of a format, which `ImageEncoder` writes.
  private struct Facts {
    /// The first is written, all are read.
    let fileExtensions: [String]
    let mediaType: String
    let hasAlpha: Bool
    let saver: VipsEncoder?

    init(
      _ fileExtensions: String..., mediaType: String, hasAlpha: Bool = true,
      saver: VipsEncoder? = nil
    ) {
      self.fileExtensions = fileExtensions
      self.mediaType = mediaType
      self.hasAlpha = hasAlpha
      self.saver = saver
    }
  }

  private var facts: Facts {
    switch self {
    case .png: Facts("png", mediaType: "image/png")
    case .jpeg: Facts("jpg", "jpeg", mediaType: "image/jpeg", hasAlpha: false)
    case .webp: Facts("webp", mediaType: "image/webp")
    case .tiff:
      Facts(
        "tif", "tiff", mediaType: "image/tiff",
        saver: VipsEncoder(format: CVIPS_TIFF, name: "TIFF"))
    case .gif:
      Facts("gif", mediaType: "image/gif", saver: VipsEncoder(format: CVIPS_GIF, name: "GIF"))
    case .avif:
      Facts("avif", mediaType: "image/avif", saver: VipsEncoder(format: CVIPS_HEIF, name: "AVIF"))
    case .jxl:
      Facts("jxl", mediaType: "image/jxl", saver: VipsEncoder(format: CVIPS_JXL, name: "JPEG XL"))
    case .ppm:
      Facts("ppm", "pgm", "pnm", mediaType: "image/x-portable-pixmap", hasAlpha: false)
    case .raw: Facts("raw", "rgb", mediaType: "application/octet-stream")
    }
  }

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
  /// The resolution in pixels per inch, which is written into PNG, JPEG and TIFF files; nil if
  /// unknown.
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
