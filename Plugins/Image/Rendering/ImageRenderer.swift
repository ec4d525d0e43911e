import CRectoVips
import RectoPageModel

/// Renders one encoded image over a bitmap.
struct ImageRenderer {
  let bytes: FileBytes
  let header: ImageHeader
  let page: Int
  /// The page in its file, a TIFF.
  let frame: Int
  let keptRows: KeptRows
  let keptSources: KeptSources
  var limits = DecodeLimits()

  /// Draws the image where `grid` puts it and returns problems as sentences.
  ///
  /// Decoding is reduced as far as the scale allows, takes the smallest picture of a pyramid that will
  /// do, stops below the last row that is wanted, goes on from where the part before ended, and
  /// reads of a tiled TIFF only the tiles that are. Of data that end too early, what there is
  /// is drawn, and the background stays below. Throws `limit`, and `damaged` if no row is left.
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
    let key = KeptRows.Key(page: page, shrink: 1 << halvings, isStrict: isStrict)
    _ = VipsLibrary.takeWarnings()
    let place = KeptSources.Key(page: page, frame: header.levelCount > 1 ? halvings : frame)
    let opened = try open(mapping, key, place)
    let source = opened.source
    // Warnings from the header alone, such as unknown tags, affect no pixel; a picture may have
    // been decoded as a whole.
    let early = VipsLibrary.takeWarnings()

    let rowBytes = bitmap.rowBytes
    var warnings = early.filter { $0.contains("iCCP") || $0.hasPrefix("damaged: ") }
    var isWhole = false
    try bitmap.withPixels { (pixels) throws(PageError) -> Void in
      var reader = RowReader(
        source, try source.image.makeRegion(), opened.rows,
        columns: opened.resampler.sourceColumns, rows: opened.resampler.sourceRows)
      var sink = RowSink(
        BitmapPainter(pixels, rowBytes: rowBytes, swapsAxes: mapping.swapsAxes), source: source,
        width: mapping.x.count)
      var drawn = 0
      do throws(PageError) {
        try opened.resampler.run(&reader) { row, samples throws(PageError) in
          sink.append(row, samples)
          drawn += 1
        }
        if opened.mayStay, let rows = opened.rows { keptRows.put(rows, key) }
        isWhole = true
      } catch {
        guard !opened.isKept else { return }
        guard drawn > 0 else { throw error }
        // It says the same again for every row that is missing.
        _ = VipsLibrary.takeWarnings()
        warnings.append(Self.incomplete(error))
      }
      warnings += sink.finish()
    }
    if header.format == .tiff {
      guard isWhole || !opened.isKept else {
        keptSources.refuse(place)
        return try draw(mapping, into: bitmap, isStrict: isStrict)
      }
      if isWhole {
        let (columns, rows) = (opened.resampler.sourceColumns, opened.resampler.sourceRows)
        keptSources.keep(
          source, place, bytesRead: columns.count * rows.count * source.bands)
      }
    }
    return warnings + VipsLibrary.takeWarnings().filter { !early.contains($0) }
  }

  private struct Opened: ~Copyable {
    let source: PixelSource
    let resampler: Resampler
    /// The rows of an image that is decoded from the top, if only a part is wanted.
    let rows: SequentialRows?
    /// True if the decoder needs so little memory that it may stay open for the next part.
    let mayStay: Bool
    /// True if parts of it were read before.
    let isKept: Bool
  }

  private func open(
    _ mapping: PixelMapping, _ key: KeptRows.Key, _ place: KeptSources.Key
  ) throws(PageError) -> Opened {
    if let source = keptSources.source(place) {
      let resampler = resampler(mapping, source, key.shrink)
      return Opened(
        source: source, resampler: resampler, rows: nil, mayStay: false, isKept: true)
    }
    if let rows = keptRows.take(key) {
      let resampler = resampler(mapping, rows.source, key.shrink)
      if rows.reaches(resampler.sourceRows.lowerBound) {
        return Opened(
          source: rows.source, resampler: resampler, rows: rows, mayStay: true, isKept: false)
      }
    }
    var image = try VipsImage(
      bytes, format: header.format, page: place.frame, shrink: key.shrink, isStrict: key.isStrict)
    let held = try limits.check(header, facts: image.facts, bytes: bytes, shrink: key.shrink)
    // A worker has no room for both.
    if held > 0 { keptRows.drop() }
    if header.format == .tiff { image = try image.settled(page: place.frame) }
    let source = try PixelSource(image)
    let resampler = resampler(mapping, source, key.shrink)
    let isPart = resampler.sourceRows.count < Int(source.image.facts.height)
    let rows =
      isPart && [.jpeg, .png].contains(header.format) ? SequentialRows(source) : nil
    return Opened(
      source: source, resampler: resampler, rows: rows, mayStay: held == 0, isKept: false)
  }

  private func resampler(
    _ mapping: PixelMapping, _ source: PixelSource, _ shrink: Int
  ) -> Resampler {
    let facts = source.image.facts
    let factor = reduction(to: facts, shrink: shrink)
    return Resampler(
      x: mapping.x.shrunk(by: factor.width), y: mapping.y.shrunk(by: factor.height),
      width: Int(facts.width), height: Int(facts.height), bands: source.bands)
  }

  private static func incomplete(_ error: PageError) -> String {
    "the image is damaged and shown as far as it can be: \(error.message)"
  }

  /// The number of stored pixels for each decoded one. JPEG and JPEG 2000 decode whole blocks, of
  /// which the last may reach over the edge; WebP scales the whole picture to whole pixels.
  private func reduction(to facts: cvips_facts, shrink: Int) -> Size {
    if header.format == .webp {
      return Size(
        width: header.stored.width / Double(facts.width),
        height: header.stored.height / Double(facts.height))
    }
    return Size(width: Double(shrink), height: Double(shrink))
  }
}
