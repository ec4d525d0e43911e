import RectoPageModel

extension Double {
  /// True if it can be a coordinate or a length on a page, in any unit: `PixelGrid` has no more
  /// pixels, and arithmetic on larger values may give NaN.
  var isPlausible: Bool { magnitude < 1e9 }
}

/// Maps coordinates of a sidecar to those of its page.
struct SidecarMapping {
  enum Unit: String {
    case pixel
    /// Tenths of a millimetre.
    case mm10
    /// 1/1200 inch.
    case inch1200
  }

  private let transform: AffineTransform

  /// `declared` is the page's size in the sidecar, in the sidecar's unit. It shows how the sidecar's
  /// scan was scaled against this image and which way up it was: if it has the proportions of the
  /// stored picture and not of the upright one, the coordinates are those of the stored picture.
  init(_ header: ImageHeader, unit: Unit, declared: Size?) {
    guard let declared, declared.width >= 1, declared.height >= 1 else {
      switch unit {
      case .pixel:
        let page = header.pageSize
        transform = AffineTransform(
          xx: page.width / header.upright.width, yx: 0, xy: 0,
          yy: page.height / header.upright.height, x0: 0, y0: 0)
      case .mm10: transform = .scale(72 / 254)
      case .inch1200: transform = .scale(72 / 1200)
      }
      return
    }
    /// The distance between two proportions, the same for both orientations.
    func distance(_ size: Size) -> Double {
      let ratio = declared.width / declared.height / (size.width / size.height)
      return max(ratio, 1 / ratio)
    }
    if header.orientation.swapsAxes, distance(header.stored) < distance(header.upright) {
      transform = AffineTransform(
        xx: header.stored.width / declared.width, yx: 0, xy: 0,
        yy: header.stored.height / declared.height, x0: 0, y0: 0
      ).then(header.pageTransform)
    } else {
      transform = AffineTransform(
        xx: header.pageSize.width / declared.width, yx: 0, xy: 0,
        yy: header.pageSize.height / declared.height, x0: 0, y0: 0)
    }
  }

  func apply(_ rect: Rect) -> Rect { transform.apply(rect) }

  func apply(_ segment: Segment) -> Segment { transform.apply(segment) }

  /// A height of the sidecar in points.
  func height(_ value: Double) -> Double {
    transform.apply(Rect(x: 0, y: 0, width: value, height: value)).height
  }
}
