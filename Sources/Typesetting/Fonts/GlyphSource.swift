import CRectoCairo
import CRectoGlyphs
import RectoPageModel

/// A font's glyphs as FreeType draws them; closed with its owner.
final class GlyphSource {
  let pointer: OpaquePointer
  let hasColor: Bool
  /// The bytes that FreeType reads.
  private let file: FontFile

  /// Nil if FreeType cannot read the font. Calls `FT_New_Memory_Face`.
  init?(_ file: FontFile, axisValues: [Double], _ synthesis: FontSynthesis) {
    self.file = file
    let opened = file.bytes.withBytes {
      glyph_source_open(
        $0.baseAddress, $0.count, file.index, axisValues, UInt32(axisValues.count),
        synthesis.flags)
    }
    guard let opened else { return nil }
    pointer = opened
    hasColor = glyph_source_has_color(opened)
  }

  deinit { glyph_source_close(pointer) }
}

/// The same font as Cairo draws it.
final class CairoFace {
  /// `cairo_font_face_t *`.
  let pointer: OpaquePointer

  /// Nil if Cairo cannot use the font. Calls `cairo_ft_font_face_create_for_ft_face`.
  init?(_ file: FontFile, axisValues: [Double], _ synthesis: FontSynthesis) {
    let face = file.bytes.withBytes {
      glyph_cairo_face(
        $0.baseAddress, $0.count, file.index, axisValues, UInt32(axisValues.count),
        synthesis.flags, Unmanaged.passRetained(file).toOpaque()
      ) { Unmanaged<FontFile>.fromOpaque($0!).release() }
    }
    guard let face else { return nil }
    pointer = OpaquePointer(face)
  }

  deinit { cairo_font_face_destroy(pointer) }
}

/// Cairo's faces of a library's fonts: one for all sizes, so that a PDF has each font once.
final class CairoFaces {
  private struct Key: Hashable {
    var file: ObjectIdentifier
    var axisValues: [Double]
    var synthesis: FontSynthesis
  }

  private var faces: [Key: CairoFace?] = [:]

  /// Nil if Cairo cannot use the font.
  func face(
    _ file: FontFile, axisValues: [Double], _ synthesis: FontSynthesis
  ) -> CairoFace? {
    let key = Key(file: ObjectIdentifier(file), axisValues: axisValues, synthesis: synthesis)
    if let known = faces[key] { return known }
    let made = CairoFace(file, axisValues: axisValues, synthesis)
    faces[key] = made
    return made
  }
}

extension FontSynthesis {
  fileprivate var flags: glyph_synthesis { glyph_synthesis(bold: isBold, slanted: isSlanted) }
}
