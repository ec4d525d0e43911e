import CRectoSVG
import RectoPageModel

/// librsvg as a whole.
enum SVGLibrary {
  /// Loads it once; throws `notInstalled` if it is missing.
  static func start() throws(PageError) {
    guard csvg_start() else {
      throw PageError(
        .notInstalled, "SVG images need librsvg: install the Debian package librsvg2-2")
    }
  }

  /// `2.54.7`; nil if it is missing. Loads it.
  static var version: String? {
    guard csvg_start() else { return nil }
    var (major, minor, micro) = (UInt32(0), UInt32(0), UInt32(0))
    csvg_version(&major, &minor, &micro)
    return "\(major).\(minor).\(micro)"
  }
}

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
