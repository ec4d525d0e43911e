import RectoPageModel
import RectoTypesetting

extension ItemReader {
  /// The placement of an item; nil after an error that makes it unusable. Reports text that leaves
  /// the page if it `mustFit`, and every item that is wholly off the page.
  func placement(_ object: LayoutObject, mustFit: Bool = false) -> Placement? {
    let x = object["x"]
    let y = object["y"]
    let width = object["width"]
    let height = object["height"]
    let shape = object["shape"]
    let zIndex = zIndex(object)
    var box: Rect?
    if [x, y, width, height].contains(where: { $0 != nil }) {
      for (key, value) in [("x", x), ("y", y), ("width", width), ("height", height)]
      where value == nil {
        object.value.report(.missingKey, "needs the key \(key) beside the others of its box")
      }
      guard let x = x?.points(of: pageSize.width, allowsNegative: true),
        let y = y?.points(of: pageSize.height, allowsNegative: true),
        let width = width?.points(of: pageSize.width),
        let height = height?.points(of: pageSize.height)
      else { return nil }
      box = Rect(x: x, y: y, width: width, height: height)
    }
    var placement = Placement(box: box, shape: nil, zIndex: zIndex)
    if let shape {
      guard let read = self.shape(shape, in: box) else { return nil }
      placement.shape = read
      placement.box = box ?? read.controlBounds
    }
    if let box = placement.box { checkPlace(of: box, at: object.value, mustFit: mustFit) }
    return placement
  }

  func zIndex(_ object: LayoutObject) -> Int {
    object["z-index"]?.integer(in: -1_000_000...1_000_000) ?? 0
  }

  /// `circle`, `ellipse`, or SVG path data in points from the top left corner of the box, or of the
  /// page for an item without a box.
  private func shape(_ value: LayoutValue, in box: Rect?) -> ShapePath? {
    guard let text = value.text() else { return nil }
    if text == "circle" || text == "ellipse" {
      guard let box else {
        value.report(.missingKey, "needs the keys x, y, width and height beside it")
        return nil
      }
      return .ellipse(in: text == "circle" ? box.innerSquare : box)
    }
    do throws(SVGPathError) {
      let path = try SVGPathSyntax.read(text)
      return path.applying(.translation(x: box?.x ?? 0, y: box?.y ?? 0))
    } catch {
      value.report(
        .badValue, "must be circle, ellipse or the data of an SVG path: \(error.sentence)")
      return nil
    }
  }

  private func checkPlace(of box: Rect, at value: LayoutValue, mustFit: Bool) {
    let sheet = Rect(pageSize).insetBy(-bleed)
    // Percentages that add up to a page may be off by rounding.
    let fits =
      box.minX >= sheet.minX - 0.01 && box.minY >= sheet.minY - 0.01
      && box.maxX <= sheet.maxX + 0.01 && box.maxY <= sheet.maxY + 0.01
    if sheet.intersection(box) == nil, !box.isEmpty {
      value.report(.outsidePage, "lies off its page, which is \(Self.sentence(pageSize))")
    } else if mustFit, !fits {
      value.report(.outsidePage, "reaches beyond its page, which is \(Self.sentence(pageSize))")
    }
  }

  private static func sentence(_ size: Size) -> String {
    "\(Int(size.width.rounded())) by \(Int(size.height.rounded())) points"
  }
}

extension Rect {
  /// The largest square with the same center.
  fileprivate var innerSquare: Rect {
    let side = min(width, height)
    return Rect(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side)
  }
}
