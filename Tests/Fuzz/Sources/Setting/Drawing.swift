import RectoPageModel
import RectoRaster
import RectoTypesetting

/// Draws frames on a picture of a part of their page.
func draw(_ frames: [LaidOutFrame]) throws(PageError) {
  let bitmap = Bitmap(size: PixelSize(width: 64, height: 64), format: .bgrx)
  try bitmap.withCairoContext { context throws(PageError) in
    let painter = FramePainter(context, atlas: GlyphAtlas())
    for frame in frames { try painter.draw(frame) { _, _ in } }
  }
}
