import CRectoCairo
import RectoPageModel
import Synchronization

private let cairoFonts = Mutex(())

/// Does what may make, use or release fonts of Cairo, when no other thread of the process does:
/// drawing text, drawing a page of Poppler's, ending a document. Calls must not be nested.
///
/// Cairo has one cache of glyphs and one of idle fonts for the process. In 1.16 two threads may
/// lock the former's parts in opposite order; and the latter releases, on whichever thread fills
/// it, fonts of others, among them Poppler's, which share one `FT_Library`, on which FreeType
/// wants `FT_New_Face` and `FT_Done_Face` to exclude each other.
public func withCairoFonts<Failure: Error>(
  _ body: () throws(Failure) -> Void
) throws(Failure) {
  try cairoFonts.withLock { _ throws(Failure) in try body() }
}

/// Turns what Cairo says of an object into an error. Calls `cairo_status_to_string`.
public func check(_ status: cairo_status_t) throws(PageError) {
  switch status {
  case CAIRO_STATUS_SUCCESS: return
  case CAIRO_STATUS_NO_MEMORY, CAIRO_STATUS_INVALID_SIZE:
    throw PageError(
      .limit, "the image is too large for the memory: ask for a smaller scale or a region")
  default:
    throw PageError(.damaged, "drawing failed: \(String(cString: cairo_status_to_string(status)))")
  }
}
