import CRectoVips
import RectoPageModel

/// The facts in a page image's header.
struct ImageHeader {
  let format: PictureFormat
  /// Pixels as they are stored, of a drawing those of CSS.
  let stored: Size
  let orientation: Orientation
  /// Points per stored pixel, in x and in y.
  private(set) var pointsPerPixel: Size
  /// Nil for colors that the page model has no name for.
  let color: PictureColor?
  /// Pages of a TIFF; 1 for everything else, of an animation the first frame.
  let pageCount: Int
  /// The pictures of a pyramid, which a TIFF has in place of pages: the image, and each time half of
  /// the one before. 1 for everything else.
  let levelCount: Int

  /// Reads the header of one page of an image that libvips decodes. Throws `unsupported`, `damaged`
  /// or `notInstalled`.
  init(_ bytes: FileBytes, page: Int = 0) throws(PageError) {
    guard let format = bytes.format else {
      throw PageError(
        .unsupported,
        bytes.count == 0
          ? "the file is empty"
          : "the content is not a PNG, JPEG, WebP, GIF, TIFF, HEIF, AVIF, JPEG XL, JPEG 2000, "
            + "Netpbm, BMP or SVG image")
    }
    let image: VipsImage
    do {
      image = try VipsImage(bytes, format: format, page: page)
    } catch {
      throw error.about(format)
    }
    let facts = image.facts
    guard facts.width > 0, facts.height > 0, facts.bands > 0 else {
      throw PageError(.damaged, "the \(format.name) image is damaged: it has no pixels")
    }
    self.format = format
    stored = Size(width: Double(facts.width), height: Double(facts.height))
    orientation = Orientation(Int(facts.orientation))
    pointsPerPixel = Self.pointsPerPixel(facts)
    color = Self.color(facts)
    levelCount = format == .tiff && page == 0 ? Self.levelCount(bytes, facts) : 1
    pageCount = format == .tiff && levelCount == 1 ? max(1, Int(facts.pages)) : 1
  }

  init(_ bmp: BMPHeader) {
    format = .bmp
    stored = Size(width: Double(bmp.width), height: Double(bmp.height))
    orientation = Orientation(1)
    var facts = cvips_facts()
    facts.x_resolution = Double(bmp.pixelsPerMetre.x) / 1000
    facts.y_resolution = Double(bmp.pixelsPerMetre.y) / 1000
    pointsPerPixel = Self.pointsPerPixel(facts)
    color = PictureColor(space: .rgb, model: .rgb, bits: 8)
    pageCount = 1
    levelCount = 1
  }

  /// A drawing's.
  init(_ drawing: SVGDrawing) {
    format = .svg
    stored = drawing.size
    orientation = Orientation(1)
    pointsPerPixel = Size(width: SVGDrawing.pointsPerPixel, height: SVGDrawing.pointsPerPixel)
    color = nil
    pageCount = 1
    levelCount = 1
  }

  /// Pixels, upright.
  var upright: Size { orientation.upright(stored) }

  /// The page in points.
  var pageSize: Size {
    orientation.upright(
      Size(
        width: stored.width * pointsPerPixel.width, height: stored.height * pointsPerPixel.height))
  }

  /// From stored pixels to page points.
  var pageTransform: AffineTransform {
    let size = Size(
      width: stored.width * pointsPerPixel.width, height: stored.height * pointsPerPixel.height)
    return AffineTransform(
      xx: pointsPerPixel.width, yx: 0, xy: 0, yy: pointsPerPixel.height, x0: 0, y0: 0
    ).then(orientation.transform(ofStored: size))
  }

  /// The largest ratio of two pages' heights that different resolutions may make.
  private static let mostUneven = 1.5

  /// Makes a page as high as the first one where it states another resolution by which it would be far
  /// higher or lower: programs write resolutions into scans that nothing was measured for.
  mutating func agree(with first: ImageHeader) {
    guard format != .svg, first.format != .svg, pointsPerPixel != first.pointsPerPixel else {
      return
    }
    let ratio = pageSize.height / first.pageSize.height
    guard max(ratio, 1 / ratio) > Self.mostUneven else { return }
    pointsPerPixel = Size(
      width: pointsPerPixel.width / ratio, height: pointsPerPixel.height / ratio)
  }

  /// Two pages are not a pyramid: a sheet and one of half its size may both be scanned pages.
  private static func levelCount(_ bytes: FileBytes, _ first: cvips_facts) -> Int {
    guard (3...32).contains(first.pages) else { return 1 }
    /// Rounded up or down.
    func isHalf(_ length: Int32, of whole: Int32) -> Bool {
      length == max(1, whole / 2) || length == (whole + 1) / 2
    }
    var above = first
    for page in 1..<Int(first.pages) {
      guard let level = try? VipsImage(bytes, format: .tiff, page: page).facts,
        isHalf(level.width, of: above.width), isHalf(level.height, of: above.height)
      else { return 1 }
      above = level
    }
    return Int(first.pages)
  }

  private static func color(_ facts: cvips_facts) -> PictureColor? {
    guard facts.bits > 0 else { return nil }
    let bits = Int(facts.bits)
    switch facts.color {
    case CVIPS_GRAY: return PictureColor(space: .gray, model: .gray, bits: bits)
    case CVIPS_RGB: return PictureColor(space: .rgb, model: .rgb, bits: bits)
    case CVIPS_CMYK: return PictureColor(space: .cmyk, model: .cmyk, bits: bits)
    default: return nil
    }
  }

  /// The points per pixel by the stated resolution; an axis without a sensible one is like the
  /// other, and the default is 72 dpi.
  private static func pointsPerPixel(_ facts: cvips_facts) -> Size {
    /// Exactly 1 pixel per millimetre is what libvips gives where the file is silent; below 10
    /// and above 10,000 dpi nothing is scanned or drawn.
    func sensible(_ pixelsPerMillimetre: Double) -> Double? {
      let dpi = pixelsPerMillimetre * 25.4
      guard pixelsPerMillimetre != 1, dpi >= 10, dpi <= 10_000 else { return nil }
      // Whole pixels per metre (PNG) cannot say 300 dpi: 299.9994 is meant to be that.
      return abs(dpi - dpi.rounded()) < 0.02 ? dpi.rounded() : dpi
    }
    let x = sensible(facts.x_resolution)
    let y = sensible(facts.y_resolution)
    return Size(width: 72 / (x ?? y ?? 72), height: 72 / (y ?? x ?? 72))
  }
}

extension PageError {
  /// The same error with words before its sentence.
  func prefixed(_ words: String) -> PageError { PageError(code, words + message) }

  /// The error as a sentence about the image.
  func about(_ format: PictureFormat) -> PageError {
    code == .damaged ? prefixed("the \(format.name) image is damaged: ") : self
  }
}
