import CRectoPopplerPage
import RectoRaster

/// Owns the display lists of the pages that were drawn last, so that another part of a page, another
/// scale of it and its text need no second walk over its content.
final class KeptDrawings {
  /// A page of a book takes 0.2 MiB, a map 2 MiB and more; out of a worker's 512 MiB.
  private static let mostBytes = 32 << 20

  /// Nil where memory ran out: nothing is kept then.
  let pointer = recto_drawings_new(KeptDrawings.mostBytes)

  deinit {
    withCairoFonts { recto_drawings_free(pointer) }
  }
}
