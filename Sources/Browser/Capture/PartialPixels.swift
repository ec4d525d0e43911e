import RectoPageModel
import RectoRaster

/// The edges of a page that is not a whole number of pixels wide and high.
///
/// The browser is asked for whole pixels only: in a pixel that the page covers in part it draws what
/// lies beyond the page as well, or not, as it comes. Such a pixel has the color of its neighbor
/// inside, as strong as the page covers it.
struct PartialPixels {
  /// The size of the page in pixels.
  let page: Size

  /// The pixels of `area` that the page covers as a whole, or else one close to it.
  func covered(in area: PixelBox) -> PixelBox {
    let (left, right) = Self.covered(area.x, area.x + area.width, page.width)
    let (top, bottom) = Self.covered(area.y, area.y + area.height, page.height)
    return PixelBox(x: left, y: top, width: right - left, height: bottom - top)
  }

  private static func covered(_ start: Int, _ end: Int, _ length: Double) -> (Int, Int) {
    let whole = max(1, Int((length + PixelGrid.tolerance).rounded(.down)))
    let first = min(max(start, 0), whole - 1)
    return (first, min(max(end, first + 1), whole))
  }

  /// The parts of `area` around `covered`: a row or column of pixels each.
  func parts(of area: PixelBox, around covered: PixelBox) -> [PixelBox] {
    let (right, bottom) = (area.x + area.width, area.y + area.height)
    let left = min(max(covered.x, area.x), right)
    let top = min(max(covered.y, area.y), bottom)
    let (coveredRight, coveredBottom) = (
      max(left, min(covered.x + covered.width, right)),
      max(top, min(covered.y + covered.height, bottom))
    )
    return [
      PixelBox(x: area.x, y: area.y, width: area.width, height: top - area.y),
      PixelBox(x: area.x, y: top, width: left - area.x, height: coveredBottom - top),
      PixelBox(x: coveredRight, y: top, width: right - coveredRight, height: coveredBottom - top),
      PixelBox(x: area.x, y: coveredBottom, width: area.width, height: bottom - coveredBottom),
    ].filter { $0.width > 0 && $0.height > 0 }
  }

  /// The picture of a part, from that of the pixels that the page covers.
  func picture(of part: PixelBox, from picture: PNGPicture, of covered: PixelBox) -> PNGPicture {
    var samples: [UInt8] = []
    samples.reserveCapacity(part.width * part.height * 4)
    for row in part.y..<part.y + part.height {
      let source = min(max(row - covered.y, 0), picture.size.height - 1) * picture.size.width
      let rowShare = Self.share(of: row, page.height)
      for column in part.x..<part.x + part.width {
        let pixel = (source + min(max(column - covered.x, 0), picture.size.width - 1)) * 4
        samples.append(contentsOf: picture.samples[pixel..<pixel + 3])
        let share = rowShare * Self.share(of: column, page.width)
        samples.append(UInt8((Double(picture.samples[pixel + 3]) * share).rounded()))
      }
    }
    return PNGPicture(size: PixelSize(width: part.width, height: part.height), samples: samples)
  }

  /// The share of a pixel that the page covers, along one axis.
  private static func share(of pixel: Int, _ length: Double) -> Double {
    min(max(min(Double(pixel + 1), length) - max(Double(pixel), 0), 0), 1)
  }
}
