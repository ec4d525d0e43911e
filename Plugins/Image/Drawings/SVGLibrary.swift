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
