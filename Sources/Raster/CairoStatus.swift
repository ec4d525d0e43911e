import CRectoCairo
import RectoPageModel

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
