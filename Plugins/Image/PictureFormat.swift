import CRectoVips
import RectoMarkup

/// The format of a picture to read, known by its signature and never by its name. The formats that are
/// written are `ImageFormat` (Raster).
enum PictureFormat: CaseIterable {
  case png
  case jpeg
  case webp
  case gif
  case tiff
  case heif
  case jpegXL
  case jpeg2000
  /// Netpbm's bitmaps, graymaps and pixmaps.
  case netpbm
  case svg
  case bmp
  /// Not read, but known, so that the error names it: libvips reads it through ImageMagick only, which
  /// loads all of its decoders, picks one by the content, and reads settings that a worker does not see.
  case psd

  /// The format whose signature `head` begins with: 32 bytes are enough, and for SVG all that may precede
  /// its root element. Nil for anything else, such as PDF and ImageMagick's own formats.
  init?(signature head: [UInt8]) {
    func has(_ magic: [UInt8], at offset: Int = 0) -> Bool {
      head.count >= offset + magic.count && head[offset...].starts(with: magic)
    }
    func has(_ magic: String, at offset: Int = 0) -> Bool { has(Array(magic.utf8), at: offset) }

    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("II*\0") || has("MM\0*") || has("II+\0") || has("MM\0+") {
      self = .tiff
    } else if has("ftyp", at: 4), Self.brands.contains(where: { has($0, at: 8) }) {
      self = .heif
    } else if has([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 13, 10, 0x87, 10]) || has([0xFF, 0x0A]) {
      self = .jpegXL
    } else if has([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 13, 10, 0x87, 10])
      || has([0xFF, 0x4F, 0xFF, 0x51])
    {
      self = .jpeg2000
    } else if has("BM"), head.count > 14, [12, 40, 52, 56, 64, 108, 124].contains(head[14]) {
      self = .bmp
    } else if has("8BPS\0") {
      self = .psd
    } else if Self.isNetpbm(head) {
      self = .netpbm
    } else if XMLProlog.firstElement(in: head) == "svg" {
      self = .svg
    } else {
      return nil
    }
  }

  /// True for P1 to P6, white space or a comment, and then more of these or the width.
  private static func isNetpbm(_ head: [UInt8]) -> Bool {
    let parting = [0x20, 0x09, 0x0A, 0x0D, 0x23] as [UInt8]
    return head.count > 3 && head[0] == 0x50 && (0x31...0x36).contains(head[1])
      && parting.contains(head[2])
      && (head[2] == 0x23 || parting.contains(head[3]) || (0x30...0x39).contains(head[3]))
  }

  /// Major brands of ISO 14496-12 files that hold HEIF or AVIF stills.
  private static let brands = [
    "avif", "avis", "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1",
  ]

  /// The extensions by which folders and archives are searched, the usual one first.
  var fileExtensions: [String] {
    switch self {
    case .png: ["png"]
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
    case .webp: ["webp"]
    case .gif: ["gif"]
    case .tiff: ["tif", "tiff"]
    case .heif: ["avif", "heic", "heif", "hif"]
    case .jpegXL: ["jxl"]
    case .jpeg2000: ["jp2", "jpx", "j2k", "jpf"]
    case .netpbm: ["ppm", "pgm", "pbm", "pnm"]
    case .svg: ["svg"]
    case .bmp: ["bmp"]
    case .psd: ["psd"]
    }
  }

  var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .webp: "image/webp"
    case .gif: "image/gif"
    case .tiff: "image/tiff"
    case .heif: "image/avif"
    case .jpegXL: "image/jxl"
    case .jpeg2000: "image/jp2"
    case .netpbm: "image/x-portable-anymap"
    case .svg: "image/svg+xml"
    case .bmp: "image/bmp"
    case .psd: "image/vnd.adobe.photoshop"
    }
  }

  /// The name in messages.
  var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    case .gif: "GIF"
    case .tiff: "TIFF"
    case .heif: "HEIF"
    case .jpegXL: "JPEG XL"
    case .jpeg2000: "JPEG 2000"
    case .netpbm: "Netpbm"
    case .svg: "SVG"
    case .bmp: "BMP"
    case .psd: "PSD"
    }
  }

  /// True if other files may begin with the same bytes, so that the name has to agree.
  var hasWeakSignature: Bool { [.bmp, .jpegXL, .netpbm].contains(self) }

  /// True if its pages are shown.
  var isRead: Bool { self == .svg || self == .bmp || loader != nil }

  /// The loader of libvips that decodes it; nil if libvips has no safe one: librsvg draws SVG, and
  /// GdkPixbuf decodes BMP.
  var loader: cvips_format? {
    switch self {
    case .png: CVIPS_PNG
    case .jpeg: CVIPS_JPEG
    case .webp: CVIPS_WEBP
    case .gif: CVIPS_GIF
    case .tiff: CVIPS_TIFF
    case .heif: CVIPS_HEIF
    case .jpegXL: CVIPS_JXL
    case .jpeg2000: CVIPS_JP2K
    case .netpbm: CVIPS_PPM
    case .svg, .bmp, .psd: nil
    }
  }

  /// True if the decoder makes a whole picture of truncated data: a progressive JPEG in less
  /// detail, an interlaced GIF in fewer rows. Other decoders leave the missing part unset.
  var refinesAsItLoads: Bool { self == .jpeg || self == .gif }

  /// True if the decoder can reduce a picture to a half, a quarter or an eighth for less work or
  /// memory.
  var shrinksOnLoad: Bool { self == .jpeg || self == .webp || self == .jpeg2000 }
}
