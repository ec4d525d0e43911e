import CRectoHarfBuzz
import RectoPageModel

/// A face at a size, with its axes set, which text is shaped and drawn with.
///
/// Lengths are scaled points, y up from the baseline. Not `Sendable`: it belongs to its
/// `FontLibrary`.
public final class Font {
  /// The number of the font in its library.
  public let id: Int
  /// The size in points.
  public let size: Double
  /// The name that the font gives itself, such as `EBGaramond-Regular`.
  public let name: String
  let file: FontFile
  /// `hb_font_t`; its scale is scaled points.
  let shaping: OpaquePointer
  /// Values of `file.axes`, in their order; empty if none differs from the font's own.
  let axisValues: [Double]
  let synthesis: FontSynthesis
  private let cairoFaces: CairoFaces
  /// From the baseline up and down to where the font says that its letters end; both positive.
  public let ascent: ScaledPoints
  public let descent: ScaledPoints
  public let underline: Stroke
  public let strikeout: Stroke
  public let capHeight: ScaledPoints

  /// A line along the text: its top edge's distance upward from the baseline.
  public struct Stroke: Sendable, Hashable {
    public var offset: ScaledPoints
    public var thickness: ScaledPoints
  }

  private var nominal: [UInt32: UInt32] = [:]
  /// The ink of each glyph; `Ink.unknown` until it is measured.
  private var inks: [Ink] = []

  init(
    id: Int, file: FontFile, size: Double, axisValues: [Double], synthesis: FontSynthesis,
    cairoFaces: CairoFaces
  ) {
    self.id = id
    self.file = file
    self.size = size
    self.axisValues = axisValues
    self.synthesis = synthesis
    self.cairoFaces = cairoFaces
    name = file.name
    let font: OpaquePointer = hb_font_create(file.face)
    let scale = ScaledPoints(size).rawValue
    hb_font_set_scale(font, scale, scale)
    if !axisValues.isEmpty {
      let variations = zip(file.axes, axisValues).map {
        hb_variation_t(tag: $0.tag, value: Float($1))
      }
      hb_font_set_variations(font, variations, UInt32(variations.count))
    }
    hb_font_make_immutable(font)
    shaping = font

    var extents = hb_font_extents_t()
    if hb_font_get_h_extents(font, &extents) == 0 || extents.ascender <= extents.descender {
      extents.ascender = scale / 5 * 4
      extents.descender = -scale / 5
    }
    ascent = ScaledPoints(rawValue: max(0, extents.ascender))
    descent = ScaledPoints(rawValue: max(0, -extents.descender))
    func metric(_ tag: hb_ot_metrics_tag_t, else standard: Int32) -> ScaledPoints {
      var value: Int32 = 0
      let isThere = hb_ot_metrics_get_position(font, tag, &value) != 0 && value != 0
      return ScaledPoints(rawValue: isThere ? value : standard)
    }
    let hair = scale / 20
    underline = Stroke(
      offset: metric(HB_OT_METRICS_TAG_UNDERLINE_OFFSET, else: -scale / 10),
      thickness: metric(HB_OT_METRICS_TAG_UNDERLINE_SIZE, else: hair))
    strikeout = Stroke(
      offset: metric(HB_OT_METRICS_TAG_STRIKEOUT_OFFSET, else: scale / 4),
      thickness: metric(HB_OT_METRICS_TAG_STRIKEOUT_SIZE, else: hair))
    capHeight = metric(HB_OT_METRICS_TAG_CAP_HEIGHT, else: scale / 10 * 7)
  }

  deinit { hb_font_destroy(shaping) }

  /// The source of its glyphs' pictures; nil if FreeType cannot read the font.
  lazy var glyphs: GlyphSource? = GlyphSource(file, axisValues: axisValues, synthesis)
  var cairoFace: CairoFace? { cairoFaces.face(file, axisValues: axisValues, synthesis) }

  /// Halfway between its ascent and its descent, which lies on the axis of vertical lines.
  var middle: Int32 { (ascent.rawValue - descent.rawValue) / 2 }

  /// An em.
  var scaledSize: Int32 { ScaledPoints(size).rawValue }

  /// The glyph of a scalar by the font's own map; nil if it has none.
  /// Calls `hb_font_get_nominal_glyph`.
  func glyph(of scalar: UInt32) -> UInt32? {
    if let known = nominal[scalar] { return known == .max ? nil : known }
    var glyph: UInt32 = 0
    let isThere = hb_font_get_nominal_glyph(shaping, scalar, &glyph) != 0
    nominal[scalar] = isThere ? glyph : .max
    return isThere ? glyph : nil
  }

  /// The ink box of a glyph, from its origin, y up; empty for a space.
  struct Ink {
    var left: Int32 = 0
    var top: Int32 = 0
    var right: Int32 = 0
    var bottom: Int32 = 0

    static let unknown = Ink(left: .min)
  }

  /// Calls `hb_font_get_glyph_extents`.
  func ink(of glyph: UInt32) -> Ink {
    if inks.isEmpty { inks = Array(repeating: .unknown, count: glyphCount) }
    guard glyph < inks.count else { return Ink() }
    let known = inks[Int(glyph)]
    if known.left != .min { return known }
    var extents = hb_glyph_extents_t()
    var ink = Ink()
    if hb_font_get_glyph_extents(shaping, glyph, &extents) != 0 {
      ink.left = extents.x_bearing
      ink.top = extents.y_bearing
      ink.right = extents.x_bearing &+ extents.width
      ink.bottom = extents.y_bearing &+ extents.height
    }
    inks[Int(glyph)] = ink
    return ink
  }

  private var glyphCount: Int { Int(hb_face_get_glyph_count(file.face)) }

  /// Calls `hb_font_get_glyph_h_advance`.
  func advance(of glyph: UInt32) -> Int32 { hb_font_get_glyph_h_advance(shaping, glyph) }
}
