import CRectoPoppler
import CRectoPopplerPage
import RectoPageModel
import RectoTextLayout

/// The glyphs that a page draws, for backends that make PDFs themselves and have the text from
/// another source.
package protocol DrawnGlyphs: AnyObject {
  /// The vertical range of the text of each page, in points of the page; nil for all of it. Lines
  /// whose baseline is outside of it belong to the pages before and after: they are not drawn, and
  /// their glyphs are clipped. Columns of vertical text are drawn whole. Set before a page is
  /// drawn.
  var textRows: ClosedRange<Double>? { get set }

  /// The glyphs of a page in drawing order, in points of the page.
  func glyphs(ofPage index: Int) throws(PageError) -> [DrawnGlyph]
}

/// The drawing of a grapheme cluster. Its members are small, since a chapter has a million of
/// these.
package struct DrawnGlyph {
  /// The text that the PDF states for it; empty if it states none.
  package let text: String
  /// The font's name without the prefix of a subset.
  package let font: String?
  private let origin: SIMD2<Float>
  private let advance: SIMD2<Float>
  private let em: SIMD2<Float>
  private let ascent: Float
  private let descent: Float
  private let place: Int32
  private let owner: Int32
  private let object: UInt32
  /// True if its run is drawn against the reading order (ISO 32000-2, 14.8.2.3.3).
  package let isReversed: Bool
  /// True if its middle is outside of the clip.
  package var isClipped: Bool

  /// The position of its marked content in the structure tree's order; nil if it has none.
  package var rank: Int? { place < 0 ? nil : Int(place) }
  /// Equal for the glyphs of one structure element; nil outside of the structure tree.
  package var element: Int? { owner < 0 ? nil : Int(owner) }
  /// Equal for the glyphs of one text object.
  package var run: Int { Int(object) }
  /// Its start on the baseline.
  package var start: Point { Point(x: Double(origin.x), y: Double(origin.y)) }
  /// Its end on the baseline.
  package var end: Point {
    Point(x: Double(origin.x + advance.x), y: Double(origin.y + advance.y))
  }
  /// An em of its font, from the baseline towards the top of its letters.
  package var up: Point { Point(x: Double(em.x), y: Double(em.y)) }
  /// The size of its font, in points.
  package var size: Double { Double((em.x * em.x + em.y * em.y).squareRoot()) }
  /// True if it is upright, or slanted on a horizontal baseline.
  package var isUpright: Bool {
    em.y < 0 && (abs(em.x) < -em.y / 100 || abs(advance.y) < abs(advance.x) / 100)
  }

  /// The corners of a part of it. `from` and `to` are shares of its advance.
  package func quad(from: Double = 0, to: Double = 1) -> Quad {
    let up = isUpright ? SIMD2(0, em.y) : em
    func corner(_ share: Double, _ height: Float) -> Point {
      let point = origin + advance * Float(share) + up * height
      return Point(x: Double(point.x), y: Double(point.y))
    }
    return Quad(
      topLeft: corner(from, ascent), topRight: corner(to, ascent),
      bottomRight: corner(to, descent), bottomLeft: corner(from, descent))
  }
}

extension PDFPublication: DrawnGlyphs {
  package func glyphs(ofPage index: Int) throws(PageError) -> [DrawnGlyph] {
    var glyphs = try allGlyphs(ofPage: index)
    if let textRows {
      let torn = Set(TornLines.runs(of: glyphs, outside: textRows))
      for index in glyphs.indices where torn.contains(glyphs[index].run) {
        glyphs[index].isClipped = true
      }
    }
    return glyphs
  }

  /// The runs of a page that are not drawn, ascending.
  func hiddenRuns(ofPage index: Int) throws(PageError) -> [UInt32] {
    guard let textRows else { return [] }
    if let known = tornRuns.first(where: { $0.page == index }) { return known.runs }
    let torn = TornLines.runs(of: try allGlyphs(ofPage: index), outside: textRows)
    let runs = Set(torn).sorted().map { UInt32(clamping: $0) }
    if tornRuns.count == 16 { tornRuns.removeFirst() }
    tornRuns.append((index, runs))
    return runs
  }

  private static let memoryRanOut = PageError(
    .limit, "memory ran out while the page's text was read")

  /// Calls `recto_glyphs_new`. Throws `limit` if memory ran out, and as `page(at:)` does.
  private func allGlyphs(ofPage index: Int) throws(PageError) -> [DrawnGlyph] {
    let page = try pdfPage(at: index)
    guard let marks = marks.pointer else { throw Self.memoryRanOut }
    let found = try diagnostics.collect(page: index) { recto_glyphs_new(page.page, marks) }
    guard let found else { throw Self.memoryRanOut }
    defer { recto_glyphs_free(found) }
    var count = 0
    let start = recto_glyphs_list(found, &count)
    let scalars = recto_glyphs_scalars(found)
    let fonts = (0..<recto_glyphs_font_count(found)).map { font in
      String(cString: recto_glyphs_font(found, UInt32(font)))
    }
    let toPage = page.geometry.shownToPage
    return UnsafeBufferPointer(start: start, count: count).map { glyph in
      var text = String.UnicodeScalarView()
      if let scalars {
        for place in range(glyph.first_char, glyph.char_count) {
          if let scalar = Unicode.Scalar(scalars[place]) { text.append(scalar) }
        }
      }
      let font = fonts[Int(glyph.font)]
      return DrawnGlyph(glyph, String(text), font: font.isEmpty ? nil : font, toPage)
    }
  }
}

extension DrawnGlyph {
  fileprivate init(
    _ glyph: recto_glyph, _ text: String, font: String?, _ toPage: AffineTransform
  ) {
    func point(_ x: Double, _ y: Double) -> SIMD2<Float> {
      let point = toPage.apply(Point(x: x, y: y))
      return SIMD2(Float(point.x), Float(point.y))
    }
    self.text = text
    self.font = font
    origin = point(glyph.x, glyph.y)
    advance = point(glyph.x + glyph.along_x, glyph.y + glyph.along_y) - origin
    em = point(glyph.x + glyph.up_x, glyph.y + glyph.up_y) - origin
    ascent = Float(glyph.ascent)
    descent = Float(glyph.descent)
    place = glyph.rank
    owner = glyph.element
    object = glyph.run
    isReversed = glyph.reversed
    isClipped = glyph.clipped
  }
}

/// Owns the order of a document's marked content.
final class MarkOrder {
  /// Nil where memory ran out.
  let pointer: OpaquePointer?

  /// Calls `recto_marks_new`.
  init(document: OpaquePointer) { pointer = recto_marks_new(document) }

  deinit { recto_marks_free(pointer) }
}
