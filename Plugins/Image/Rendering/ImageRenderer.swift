import CVips
import PageModel

/// Renders one encoded image over a bitmap.
struct ImageRenderer {
  let bytes: FileBytes
  let header: ImageHeader
  /// The page of a TIFF.
  let page: Int
  var limits = DecodeLimits()

  /// Draws the image where `grid` puts it and gives what was less than well, as sentences.
  ///
  /// Decoding is reduced as far as the scale allows, takes the smallest picture of a pyramid that will
  /// do, stops below the last row that is wanted, and
  /// reads of a tiled TIFF only the tiles that are. Of data that end too early, what there is
  /// is drawn, and the background stays below. Throws `limit`, and `damaged` where no row is left.
  func render(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) -> [String] {
    let mapping = PixelMapping(header, request: request, grid: grid)
    do {
      return try draw(mapping, into: bitmap, isStrict: true)
    } catch {
      guard error.code == .damaged, header.format.refinesAsItLoads else { throw error }
      let warnings = try draw(mapping, into: bitmap, isStrict: false)
      return [Self.incomplete(error)] + warnings
    }
  }

  /// Throws where no row can be drawn; `isStrict` is that of `VipsImage`.
  private func draw(
    _ mapping: PixelMapping, into bitmap: Bitmap, isStrict: Bool
  ) throws(PageError) -> [String] {
    let halvings = mapping.halvings(
      atMost: header.format.shrinksOnLoad ? 3 : header.levelCount - 1)
    let shrink = 1 << halvings
    _ = VipsLibrary.takeWarnings()
    let image = try VipsImage(
      bytes, format: header.format, page: header.levelCount > 1 ? halvings : page, shrink: shrink,
      isStrict: isStrict)
    try limits.check(header, facts: image.facts, bytes: bytes, shrink: shrink)
    let source = try PixelSource(image)
    // What the header alone gives rise to, such as unknown tags, costs no pixel.
    let early = VipsLibrary.takeWarnings()

    let facts = source.image.facts
    let factor = reduction(to: facts, shrink: shrink)
    let resampler = Resampler(
      x: mapping.x.shrunk(by: factor.width), y: mapping.y.shrunk(by: factor.height),
      width: Int(facts.width), height: Int(facts.height), bands: source.bands)
    let rowBytes = bitmap.rowBytes
    var warnings = early.filter { $0.contains("iCCP") }
    try bitmap.withPixels { (pixels) throws(PageError) -> Void in
      var reader = RowReader(
        try source.image.makeRegion(), columns: resampler.sourceColumns,
        rows: resampler.sourceRows, bands: source.bands, hasAlpha: source.hasAlpha,
        isSequential: [.jpeg, .png].contains(header.format))
      var sink = RowSink(
        BitmapPainter(pixels, rowBytes: rowBytes, swapsAxes: mapping.swapsAxes), source: source,
        width: mapping.x.count)
      var drawn = 0
      do throws(PageError) {
        try resampler.run(&reader) { row, samples throws(PageError) in
          sink.append(row, samples)
          drawn += 1
        }
      } catch {
        guard drawn > 0 else { throw error }
        // It says the same again for every row that is missing.
        _ = VipsLibrary.takeWarnings()
        warnings.append(Self.incomplete(error))
      }
      warnings += sink.finish()
    }
    return warnings + VipsLibrary.takeWarnings().filter { !early.contains($0) }
  }

  private static func incomplete(_ error: PageError) -> String {
    "the image is damaged and shown as far as it can be: \(error.message)"
  }

  /// Stored pixels for each one that is decoded. JPEG and JPEG 2000 keep to whole blocks, of
  /// which the last may reach over the edge; WebP fits the whole picture into whole pixels.
  private func reduction(to facts: cvips_facts, shrink: Int) -> Size {
    if header.format == .webp {
      return Size(
        width: header.stored.width / Double(facts.width),
        height: header.stored.height / Double(facts.height))
    }
    return Size(width: Double(shrink), height: Double(shrink))
  }
}
