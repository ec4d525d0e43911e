import RectoPageModel

/// The requested part of an image (Image API 3.0, section 4.1).
enum ImageRegion: Sendable, Hashable {
  case full
  case square
  case pixels(x: Int, y: Int, width: Int, height: Int)
  case percent(x: Double, y: Double, width: Double, height: Double)

  init(_ text: String) throws(ServerError) {
    switch text {
    case "full": self = .full
    case "square": self = .square
    default:
      let isPercent = text.hasPrefix("pct:")
      let parts = text.dropFirst(isPercent ? 4 : 0)
        .split(separator: ",", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { ImageAPIRequest.number($0) }
      guard parts.count == 4, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
        throw Self.malformed
      }
      if isPercent {
        self = .percent(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        return
      }
      let integers = parts.compactMap { ImageAPIRequest.integer($0) }
      guard integers.count == 4 else { throw Self.malformed }
      self = .pixels(x: integers[0], y: integers[1], width: integers[2], height: integers[3])
    }
  }

  private static var malformed: ServerError {
    .badRequest("the region must be full, square, x,y,w,h or pct:x,y,w,h")
  }

  /// Its pixels, cut to those of the image. Throws 400 for one that lies outside.
  func area(of size: PixelSize) throws(ServerError) -> PixelArea {
    let wanted: PixelArea
    switch self {
    case .full: return PixelArea(x: 0, y: 0, width: size.width, height: size.height)
    case .square:
      let side = min(size.width, size.height)
      return PixelArea(
        x: (size.width - side) / 2, y: (size.height - side) / 2, width: side, height: side)
    case .pixels(let x, let y, let width, let height):
      wanted = PixelArea(x: x, y: y, width: width, height: height)
    case .percent(let x, let y, let width, let height):
      func part(_ percent: Double, of side: Int) -> Int {
        Int((min(percent, 1e4) / 100 * Double(side)).rounded())
      }
      wanted = PixelArea(
        x: part(x, of: size.width), y: part(y, of: size.height),
        width: part(width, of: size.width), height: part(height, of: size.height))
    }
    let right = min(size.width, wanted.x + wanted.width)
    let bottom = min(size.height, wanted.y + wanted.height)
    guard right > wanted.x, bottom > wanted.y else {
      throw .badRequest(
        "the region has no pixels of the image, which is \(size.width) x \(size.height)")
    }
    return PixelArea(
      x: wanted.x, y: wanted.y, width: right - wanted.x, height: bottom - wanted.y)
  }
}

/// Some pixels of an image.
struct PixelArea: Sendable, Hashable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
}
