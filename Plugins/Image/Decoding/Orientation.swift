import RectoPageModel

/// The rotation and mirroring that turn stored pixels upright: the tag 274 of TIFF and Exif.
struct Orientation: Equatable {
  /// The value of the tag, from 1 (upright) to 8.
  private let value: Int

  static let upright = Orientation(1)

  /// Makes the orientation of a tag's value; any but 1 to 8 means upright.
  init(_ value: Int) { self.value = (1...8).contains(value) ? value : 1 }

  /// True if stored rows are columns of the upright picture.
  var swapsAxes: Bool { value >= 5 }

  /// The upright size of an image stored with `size`.
  func upright(_ size: Size) -> Size { swapsAxes ? size.transposed : size }

  /// The transform from points of a stored picture of `size` to points of the upright one.
  func transform(ofStored size: Size) -> AffineTransform {
    let width = size.width
    let height = size.height
    return switch value {
    case 2: AffineTransform(xx: -1, yx: 0, xy: 0, yy: 1, x0: width, y0: 0)
    case 3: AffineTransform(xx: -1, yx: 0, xy: 0, yy: -1, x0: width, y0: height)
    case 4: AffineTransform(xx: 1, yx: 0, xy: 0, yy: -1, x0: 0, y0: height)
    case 5: AffineTransform(xx: 0, yx: 1, xy: 1, yy: 0, x0: 0, y0: 0)
    case 6: AffineTransform(xx: 0, yx: 1, xy: -1, yy: 0, x0: height, y0: 0)
    case 7: AffineTransform(xx: 0, yx: -1, xy: -1, yy: 0, x0: height, y0: width)
    case 8: AffineTransform(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: width)
    default: .identity
    }
  }
}
