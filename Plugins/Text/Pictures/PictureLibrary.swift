import RectoPageModel
import RectoTypesetting

/// The pictures of a publication, which are pages of other backends: whatever these read can stand
/// on a page, drawings in PDF among them.
///
/// Belongs to one thread.
final class PictureLibrary {
  let files: any SourceFiles
  private let backends: [any PageBackend]
  private var opened: [RelativePath: Result<any Page, PageError>] = [:]
  /// A page lives no longer than its publication.
  private var publications: [any Publication] = []
  private var photographs: Set<RelativePath> = []
  private var bitmaps: [BitmapKey: Bitmap] = [:]
  private var bitmapBytes = 0
  private var contours: [PlacedPicture: ShapePath] = [:]

  private struct BitmapKey: Hashable {
    var file: RelativePath
    var size: PixelSize
  }

  /// ISO/IEC 10918-1, B.1.1.3: SOI, and the first byte of any marker.
  private static let jpegStart: [UInt8] = [0xFF, 0xD8, 0xFF]
  /// The largest file that is read.
  private static let maximumBytes = 256 << 20
  /// The capacity of the cache of rendered pictures, in bytes.
  private static let capacity = 96 << 20
  /// Pixels of a picture as it is drawn: a page of a newspaper at 300 dpi.
  private static let maximumPixels = 24.0 * 1024 * 1024

  init(files: any SourceFiles, backends: [any PageBackend]) {
    self.files = files
    self.backends = backends
  }

  /// A picture's size in points, by its own resolution; nil if it cannot be read.
  func size(of file: RelativePath) -> Size? { try? page(file).shownSize }

  /// The one picture that a file is; nil if it is a drawing, or cannot be read.
  func photograph(_ file: RelativePath) -> PlacedImage? {
    guard let page = try? page(file), let images = try? (page as? any ImagesPage)?.images(),
      let image = images.first, images.count == 1, image.box.width >= page.size.width * 0.99
    else { return nil }
    return image
  }

  /// The resolution in pixels per point; nil for a drawing, or if the picture does not state one.
  func ownScale(of file: RelativePath) -> Double? {
    guard let image = photograph(file), let pixels = image.pixelSize else { return nil }
    return Double(pixels.width) / image.box.width
  }

  /// True if its file is a JPEG.
  func isPhotograph(_ file: RelativePath) -> Bool { photographs.contains(file) }

  /// A picture at a scale of its own points, with transparency kept. The same picture at the same
  /// scale is the same bitmap.
  ///
  /// Throws what reading and rendering throws.
  func bitmap(of file: RelativePath, scale: Double) throws(PageError) -> Bitmap {
    let page = try page(file)
    let pixels = page.shownSize.width * page.shownSize.height * scale * scale
    let fitting =
      pixels > Self.maximumPixels ? scale * (Self.maximumPixels / pixels).squareRoot() : scale
    let request = RenderRequest(
      scale: .pixelsPerPoint(max(fitting, 1e-4)), background: .transparent)
    let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
    let key = BitmapKey(file: file, size: grid.size)
    if let known = bitmaps[key] { return known }
    let bitmap = Bitmap(size: grid.size, format: .bgra)
    try page.paint(request, on: grid, into: bitmap)
    let bytes = grid.size.width * grid.size.height * 4
    if bitmapBytes + bytes > Self.capacity {
      bitmaps = [:]
      bitmapBytes = 0
    }
    bitmaps[key] = bitmap
    bitmapBytes += bytes
    return bitmap
  }

  private func page(_ file: RelativePath) throws(PageError) -> any Page {
    let known = opened[file] ?? read(file)
    opened[file] = known
    return try known.get()
  }

  private func read(_ file: RelativePath) -> Result<any Page, PageError> {
    do throws(PageError) {
      let bytes = try files.read(file, limit: Self.maximumBytes)
      if bytes.withBytes({ $0.starts(with: Self.jpegStart) }) { photographs.insert(file) }
      let source = Source(path: file.text, content: .file(bytes))
      let probe = SourceProbe(source)
      let ranked = backends.map { ($0, $0.recognizes(probe)) }.filter { $0.1 > .none }
      guard let backend = ranked.max(by: { $0.1 < $1.1 })?.0 else {
        throw PageError(.unsupported, "\(file.text) is not a readable picture")
      }
      let publication = try backend.open(source, options: OpenOptions())
      let page = try publication.page(at: 0)
      publications.append(publication)
      return .success(page)
    } catch {
      return .failure(error)
    }
  }

  // MARK: Contours

  /// The outline of a picture's opaque part on its page; its shape if the layout gives one, and its
  /// box if it is opaque or cannot be read.
  func contour(of picture: PlacedPicture, within area: Rect) -> ShapePath {
    if let shape = picture.placement.shape { return shape }
    if let known = contours[picture] { return known }
    let box = picture.placement.box(within: area)
    let path: ShapePath
    if let size = size(of: picture.file),
      let bitmap = try? bitmap(
        of: picture.file, scale: Self.contourPixels / max(size.width, size.height))
    {
      let place = PicturePlacing(picture, size: size, box: box)
      path =
        AlphaContour(
          bitmap, threshold: picture.alphaThreshold, part: place.shownPart(of: bitmap.size)
        ).path?
        .applying(place.transform(of: bitmap.size)) ?? .rectangle(box)
    } else {
      path = .rectangle(box)
    }
    contours[picture] = path
    return path
  }

  /// Fine enough that a pixel is less than a letter, on a picture as large as a page.
  private static let contourPixels = 200.0
}
