import RectoPageModel

/// A page's boxes are numbers, and its crop box has an area and begins at the origin.
struct BoxesCheck: PageCheck {
  let name = "boxes"

  func complaints(about page: any Page, in publication: any Publication) -> [String] {
    let boxes = page.boxes
    let named = [
      ("media", boxes.media), ("crop", boxes.crop), ("bleed", boxes.bleed), ("trim", boxes.trim),
      ("art", boxes.art),
    ]
    var complaints = named.filter { !$0.1.isSane }.map { "the \($0.0) box is not a rectangle" }
    if boxes.crop.isEmpty { complaints.append("the crop box has no area") }
    if boxes.crop.x != 0 || boxes.crop.y != 0 {
      complaints.append("the crop box begins at \(boxes.crop.x), \(boxes.crop.y) and not at 0, 0")
    }
    return complaints
  }
}

extension Rect {
  var isSane: Bool {
    [x, y, width, height].allSatisfy(\.isFinite) && width >= 0 && height >= 0
  }

  /// True if `other` lies inside, within `margin` points.
  func contains(_ other: Rect, margin: Double) -> Bool {
    other.minX >= minX - margin && other.minY >= minY - margin && other.maxX <= maxX + margin
      && other.maxY <= maxY + margin
  }
}
