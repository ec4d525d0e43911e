import RectoPageModel
import RectoPipeline

/// The requested size of a region (Image API 3.0, section 4.2).
struct ImageSize: Sendable, Hashable {
  private enum Form: Hashable {
    case maximum
    case percent(Double)
    case width(Int)
    case height(Int)
    case exact(PixelSize)
    case within(PixelSize)
  }

  private let form: Form
  /// True if it may exceed the region's own pixels: `^`.
  private let mayGrow: Bool

  init(_ text: String) throws(ServerError) {
    mayGrow = text.hasPrefix("^")
    let size = text.dropFirst(mayGrow ? 1 : 0)
    if size == "max" {
      form = .maximum
    } else if size.hasPrefix("pct:") {
      guard let percent = ImageAPIRequest.number(size.dropFirst(4)), percent > 0 else {
        throw Self.malformed
      }
      form = .percent(percent)
    } else {
      let isWithin = size.hasPrefix("!")
      let sides = size.dropFirst(isWithin ? 1 : 0)
        .split(separator: ",", omittingEmptySubsequences: false)
      guard sides.count == 2 else { throw Self.malformed }
      switch (ImageAPIRequest.integer(sides[0]), ImageAPIRequest.integer(sides[1])) {
      case (let width?, let height?) where width > 0 && height > 0:
        let size = PixelSize(width: width, height: height)
        form = isWithin ? .within(size) : .exact(size)
      case (let width?, nil) where width > 0 && sides[1].isEmpty && !isWithin: form = .width(width)
      case (nil, let height?) where height > 0 && sides[0].isEmpty && !isWithin:
        form = .height(height)
      default: throw Self.malformed
      }
    }
  }

  private static var malformed: ServerError {
    .badRequest("the size must be max, w, or ,h or pct:n or w,h or !w,h with ^ before to enlarge")
  }

  /// Pixels of the result. Throws 400 for more than the region has without `^`, and for more than
  /// `limits` allow in all or on a side.
  ///
  /// `!w,h` asks for the largest size that fits, up to that of the region: a larger frame is not
  /// an error.
  func pixels(of region: PixelArea, within limits: Limits) throws(ServerError) -> PixelSize {
    let width = Double(region.width)
    let height = Double(region.height)
    // The scale of as many pixels as are allowed.
    let largest = min(
      (Double(limits.pixels) / (width * height)).squareRoot(),
      Double(limits.side) / max(width, height))
    let size: PixelSize
    switch form {
    case .maximum:
      guard largest < 1 || mayGrow else {
        return PixelSize(width: region.width, height: region.height)
      }
      return Self.reduced(region, largest)
    case .percent(let percent): size = Self.scaled(region, percent / 100)
    case .width(let wanted): size = Self.scaled(region, Double(wanted) / width)
    case .height(let wanted): size = Self.scaled(region, Double(wanted) / height)
    case .exact(let wanted): size = wanted
    case .within(let frame):
      let fitting = min(Double(frame.width) / width, Double(frame.height) / height)
      let scale = mayGrow ? fitting : min(fitting, 1)
      guard scale < largest else { return Self.reduced(region, largest) }
      size = Self.scaled(region, scale)
    }
    guard mayGrow || size.width <= region.width && size.height <= region.height else {
      throw .badRequest(
        "the size is more than the \(region.width) x \(region.height) pixels of the region: put ^ "
          + "before it")
    }
    guard Double(size.width) * Double(size.height) <= Double(limits.pixels) else {
      throw .badRequest("the size is more than the \(limits.pixels) pixels that maxArea allows")
    }
    guard max(size.width, size.height) <= limits.side else {
      throw .badRequest("a side is more than the \(limits.side) pixels that maxWidth allows")
    }
    return size
  }

  /// Downwards, to stay within what is allowed.
  private static func reduced(_ region: PixelArea, _ scale: Double) -> PixelSize {
    PixelSize(
      width: max(1, Int(Double(region.width) * scale)),
      height: max(1, Int(Double(region.height) * scale)))
  }

  /// Upwards, as tiles at the edge of an image are; rounding noise adds no pixel.
  private static func scaled(_ region: PixelArea, _ scale: Double) -> PixelSize {
    func side(_ pixels: Int) -> Int {
      max(1, Int(min(1e9, (Double(pixels) * scale - 1e-6).rounded(.up))))
    }
    return PixelSize(width: side(region.width), height: side(region.height))
  }
}
