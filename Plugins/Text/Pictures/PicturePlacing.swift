import RectoPageModel

/// The position of a picture on its page, by its box and its fit.
struct PicturePlacing {
  /// The area of the whole picture, including cropped parts.
  let area: Rect
  /// The part of the page that it may cover.
  let clip: Rect

  init(_ picture: PlacedPicture, size: Size, box: Rect) {
    clip = box
    let (width, height) = (max(size.width, 1e-6), max(size.height, 1e-6))
    let scale: (x: Double, y: Double)
    switch picture.fit {
    case .contain:
      let fit = min(box.width / width, box.height / height)
      scale = (fit, fit)
    case .cover:
      let fit = max(box.width / width, box.height / height)
      scale = (fit, fit)
    case .fill: scale = (box.width / width, box.height / height)
    case .none: scale = (1, 1)
    }
    let shown = Size(width: width * scale.x, height: height * scale.y)
    // The focus distributes the excess or the gap.
    area = Rect(
      x: box.x + (box.width - shown.width) * picture.focus.x,
      y: box.y + (box.height - shown.height) * picture.focus.y, width: shown.width,
      height: shown.height)
  }

  /// The pixels of the whole picture that are not cropped.
  func shownPart(of pixels: PixelSize) -> Rect {
    let (x, y) = (
      Double(pixels.width) / max(area.width, 1e-6), Double(pixels.height) / max(area.height, 1e-6)
    )
    let shown = area.intersection(clip) ?? Rect(x: area.x, y: area.y, width: 0, height: 0)
    return Rect(
      x: (shown.x - area.x) * x, y: (shown.y - area.y) * y, width: shown.width * x,
      height: shown.height * y)
  }

  /// From the pixels of the whole picture to the page.
  func transform(of pixels: PixelSize) -> AffineTransform {
    AffineTransform(
      xx: area.width / Double(max(pixels.width, 1)), yx: 0, xy: 0,
      yy: area.height / Double(max(pixels.height, 1)), x0: area.x, y0: area.y)
  }
}
