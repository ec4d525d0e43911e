import RectoPageModel
import RectoPipeline
import RectoRaster

/// The plan of a requested image: the part to render, and the later changes.
///
/// The order of the API is region, size, mirror, turn, quality. The renderer does as much as
/// possible: the region, an even scale, turns by quarters, gray.
struct ImagePlan: Sendable {
  let request: RenderRequest
  let finish: ImageFinish?
  /// The size that is rendered.
  let renderedSize: PixelSize
  /// The image's canonical URL behind that of the service (section 4.7).
  let canonical: String

  init(
    _ wanted: ImageAPIRequest, of source: ImageSource, limits: Limits
  ) throws {
    let region = try wanted.region.area(of: source.size)
    let size = try wanted.size.pixels(of: region, within: limits)
    let isWhole = region.width == source.size.width && region.height == source.size.height
    let quarter = wanted.degrees.truncatingRemainder(dividingBy: 90) == 0
    var turn = quarter ? Rotation(degrees: Int(wanted.degrees)) ?? .none : .none
    // A mirror and then a turn is the turn the other way and then the mirror.
    if wanted.isMirrored { turn = turn.inverse }

    var request = RenderRequest()
    request.rotation = turn
    request.isGray = wanted.quality == .gray
    if !isWhole { request.region = Self.points(of: region, in: source.grid) }
    let target = turn.swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    // If a size keeps proportions, one of its sides is rounded up: the smaller scale is the
    // requested one, and that of the neighboring tiles.
    let scales = [
      Double(size.width) / Double(region.width), Double(size.height) / Double(region.height),
    ].sorted()
    var grid = source.grid
    for scale in scales {
      request.scale = .pixelsPerPoint(source.grid.scale * scale)
      grid = try PixelGrid(
        page: source.facts.size, rotation: source.facts.rotation, request: request)
      if grid.size == target { break }
    }

    var steps: [String] = []
    if grid.size != target { steps.append("size=\(target.width)x\(target.height)") }
    if wanted.isMirrored { steps.append("mirror") }
    if !quarter { steps.append("turn=\(wanted.degrees)") }
    if wanted.quality == .bitonal { steps.append("bitonal") }
    // A JPEG has no alpha.
    let background = wanted.format == .jpeg ? Color.white : Color.transparent
    finish =
      steps.isEmpty
      ? nil
      : ImageFinish(steps.joined(separator: ";")) { bitmap throws(PageError) in
        try bitmap.resample(to: target)
        if wanted.isMirrored { bitmap.mirror() }
        if !quarter { try bitmap.turn(byDegrees: wanted.degrees, background: background) }
        if wanted.quality == .bitonal { bitmap.makeBitonal() }
      }
    self.request = request
    renderedSize = grid.size
    canonical = Self.canonical(wanted, region, size, isWhole: isWhole)
  }

  /// Pixels of the full image in points of the page as it is, not as it is shown. Half a pixel more
  /// or less would be another row at some scales: the edges are those of the pixels.
  private static func points(of region: PixelArea, in grid: PixelGrid) -> Rect? {
    grid.transform.inverse?.apply(
      Rect(
        x: Double(region.x), y: Double(region.y), width: Double(region.width),
        height: Double(region.height)))
  }

  private static func canonical(
    _ wanted: ImageAPIRequest, _ region: PixelArea, _ size: PixelSize, isWhole: Bool
  ) -> String {
    let part = isWhole ? "full" : "\(region.x),\(region.y),\(region.width),\(region.height)"
    let grows = size.width > region.width || size.height > region.height
    let isOwn = size.width == region.width && size.height == region.height
    let angle =
      wanted.degrees == wanted.degrees.rounded()
      ? "\(Int(wanted.degrees))" : "\(wanted.degrees)"
    let quality = wanted.quality == .color ? "default" : wanted.quality.rawValue
    return "\(part)/\(isOwn ? "max" : (grows ? "^" : "") + "\(size.width),\(size.height)")/"
      + "\(wanted.isMirrored ? "!" : "")\(angle)/\(quality).\(wanted.format.fileExtension)"
  }
}
