import CRectoPoppler
import CRectoPopplerPage
import RectoPageModel

/// The mapping from PDF's coordinates to the page model's: default user space has its origin
/// anywhere, y up and units of /UserUnit points; Poppler uses those of the shown page, after
/// /Rotate.
struct PDFGeometry {
  let boxes: PageBoxes
  let rotation: Rotation
  /// Points per user unit.
  let unit: Double
  /// From the page as it is shown (user units, origin top left, y down) to page points.
  let shownToPage: AffineTransform
  /// The same with y up from the bottom of the shown page, as poppler-glib's areas are.
  let shownUpToPage: AffineTransform
  /// From user units above the crop box's lower left corner, not turned, to page points.
  let cropUpToPage: AffineTransform
  /// From default user space to page points.
  let userToPage: AffineTransform

  /// Calls `recto_page_get_boxes`. Throws `damaged` for a crop box without an area.
  init(page: OpaquePointer) throws(PageError) {
    var raw = recto_page_boxes()
    recto_page_get_boxes(page, &raw)
    let crop = Rect(raw.crop)
    guard crop.width > 0, crop.height > 0, crop.width.isFinite, crop.height.isFinite else {
      throw PageError(.damaged, "the page has no area: its crop box is empty")
    }
    // Beyond 90-degree steps Poppler shows the page upright, and so do others.
    let rotation = Rotation(degrees: Int(raw.rotation)) ?? .none
    let unit = raw.user_unit
    let toPage = AffineTransform(
      xx: unit, yx: 0, xy: 0, yy: -unit, x0: -crop.minX * unit, y0: crop.maxY * unit)
    let shown = rotation.swapsAxes ? crop.size.transposed : crop.size
    let upright = AffineTransform.rotation(rotation.inverse, of: shown).then(.scale(unit))

    self.rotation = rotation
    self.unit = unit
    shownToPage = upright
    userToPage = toPage
    shownUpToPage = AffineTransform(xx: 1, yx: 0, xy: 0, yy: -1, x0: 0, y0: shown.height)
      .then(upright)
    cropUpToPage = AffineTransform(
      xx: unit, yx: 0, xy: 0, yy: -unit, x0: 0, y0: crop.height * unit)
    boxes = PageBoxes(
      media: toPage.apply(Rect(raw.media)),
      crop: Rect(Size(width: crop.width * unit, height: crop.height * unit)),
      bleed: toPage.apply(Rect(raw.bleed)), trim: toPage.apply(Rect(raw.trim)),
      art: toPage.apply(Rect(raw.art)))
  }
}

extension Rect {
  /// The numbers as they stand, whatever coordinate space they are in.
  init(_ area: PopplerRectangle) {
    self.init(Point(x: area.x1, y: area.y1), Point(x: area.x2, y: area.y2))
  }
}
