import RectoPageModel

/// The drawing that was read last: a page is often asked for in many parts.
final class KeptDrawing {
  private var kept: (page: Int, drawing: SVGDrawing)?

  /// Throws as reading it does.
  func drawing(ofPage page: Int, _ bytes: FileBytes) throws(PageError) -> SVGDrawing {
    if let kept, kept.page == page { return kept.drawing }
    kept = nil
    let drawing = try SVGDrawing(bytes)
    kept = (page, drawing)
    return drawing
  }
}
