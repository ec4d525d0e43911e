import RectoPageModel

/// Reads the sizes of pages and their margins.
enum PageGeometry {
  /// The name of a size, or width and height.
  static func size(_ value: LayoutValue) -> Size? {
    if value.isText {
      return value.keyword(of: PageSizes.byName.keys.sorted()).flatMap { PageSizes.byName[$0] }
    }
    let size = value.object("size") { object -> Size? in
      guard let width = object.required("width").flatMap(side),
        let height = object.required("height").flatMap(side)
      else { return nil }
      return Size(width: width, height: height)
    }
    return size ?? nil
  }

  private static func side(_ value: LayoutValue) -> Double? {
    guard let points = value.points() else { return nil }
    guard (1...LayoutLimits.pageSide).contains(points) else {
      value.report(.badValue, "must be from 1 to \(Int(LayoutLimits.pageSide)) points")
      return nil
    }
    return points
  }

  /// One length for all sides, or each of them: with `inside` and `outside` they are mirrored on
  /// facing pages. `%` is of the page's width or height.
  static func margins(_ value: LayoutValue, of size: Size) -> Margins? {
    guard value.isObject else {
      return value.points().map {
        Margins(top: $0, bottom: $0, inside: $0, outside: $0, isMirrored: false)
      }
    }
    return value.object("margins") { object in
      let inside = object["inside"]?.points(of: size.width)
      let outside = object["outside"]?.points(of: size.width)
      let left = object["left"]?.points(of: size.width)
      let right = object["right"]?.points(of: size.width)
      let isMirrored = inside != nil || outside != nil
      if isMirrored, left != nil || right != nil {
        value.report(.badValue, "has either left and right or inside and outside, not both")
      }
      return Margins(
        top: object["top"]?.points(of: size.height) ?? 0,
        bottom: object["bottom"]?.points(of: size.height) ?? 0,
        inside: (isMirrored ? inside : left) ?? 0, outside: (isMirrored ? outside : right) ?? 0,
        isMirrored: isMirrored)
    }
  }
}
