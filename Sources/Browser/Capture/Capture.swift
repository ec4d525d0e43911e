import RectoJSON
import RectoPageModel
import RectoPluginKit
import RectoRaster

/// More than a tile has.
private let mostPixels = 16 << 20

extension Tab {
  /// Draws a part of the page over what `bitmap` holds.
  ///
  /// `page` is the size of the whole page in pixels, `scale` pixels for each CSS pixel, `corner` the
  /// page's top left corner in the document, in CSS pixels.
  /// `transform` takes the page's pixels at that scale, in
  /// whole quarter turns, to the bitmap's, which they fill. Large parts are drawn in tiles.
  public func draw(
    _ area: PixelBox, ofPage page: Size, from corner: Point, scale: Double, isOpaque: Bool,
    onto bitmap: Bitmap, by transform: AffineTransform, until deadline: Deadline
  ) throws(PageError) {
    if !isOpaque { try setBackground(isTransparent: true, until: deadline) }
    let edges = PartialPixels(page: page)
    for tile in area.tiles {
      let covered = edges.covered(in: tile)
      let picture = try capture(covered, from: corner, scale: scale, until: deadline)
      picture.draw(at: covered, onto: bitmap, by: transform)
      for part in edges.parts(of: tile, around: covered) {
        edges.picture(of: part, from: picture, of: covered)
          .draw(at: part, onto: bitmap, by: transform)
      }
    }
    if !isOpaque { try setBackground(isTransparent: false, until: deadline) }
  }

  private func capture(
    _ area: PixelBox, from corner: Point, scale: Double, until deadline: Deadline
  ) throws(PageError) -> PNGPicture {
    let (width, height) = (Double(area.width) / scale, Double(area.height) / scale)
    let (x, y) = (Double(area.x) / scale, Double(area.y) / scale)
    let isInView = x + width <= Double(viewport.width) && y + height <= Double(viewport.height)
    let ticket = try connection.send("Page.captureScreenshot", session: session, until: deadline) {
      json in
      json.member("format", "png")
      json.member("optimizeForSpeed", true)
      json.member("captureBeyondViewport", !isInView)
      json.key("clip")
      json.object { json in
        json.member("x", corner.x + x)
        json.member("y", corner.y + y)
        json.member("width", width)
        json.member("height", height)
        json.member("scale", scale)
      }
    }
    let answer = try self.answer(withFramesTo: ticket, until: deadline)
    let text: String = try DevToolsConnection.read { () throws(JSONError) in
      try answer.decode("data")
    }
    guard let bytes = Base64.decode(text) else {
      throw PageError(.bug, "the browser's picture is not base 64")
    }
    do throws(PageError) {
      return try PNGPicture(bytes, pixelLimit: mostPixels, trust: .pipe)
    } catch {
      throw PageError(error.code, "the picture of the page \(error.message)")
    }
  }

  /// Sets the background behind a page that has none of its own: transparent, or white.
  private func setBackground(
    isTransparent: Bool, until deadline: Deadline
  ) throws(PageError) {
    try connection.tell(
      "Emulation.setDefaultBackgroundColorOverride", session: session, until: deadline
    ) { json in
      guard isTransparent else { return }
      json.key("color")
      json.object { json in
        for part in ["r", "g", "b", "a"] {
          json.key(part)
          json.value(0)
        }
      }
    }
  }
}

extension PixelBox {
  /// The side of a picture that the browser draws at once: it needs some 4 bytes a pixel in three
  /// processes, and its compositor accepts 8,192 pixels on any machine.
  private static let tileSide = 4_096
  private static let tilePixels = 4 << 20

  /// Parts that together are the whole, from the top.
  var tiles: [PixelBox] {
    let columns = min(width, Self.tileSide)
    let rows = max(1, min(Self.tileSide, Self.tilePixels / max(1, columns)))
    return stride(from: 0, to: height, by: rows).flatMap { top in
      stride(from: 0, to: width, by: columns).map { left in
        PixelBox(
          x: x + left, y: y + top, width: min(columns, width - left),
          height: min(rows, height - top))
      }
    }
  }
}
