import CRectoVips
import RectoMarkup
import RectoPageModel

/// The library libvips as a whole: its presence and its error messages.
enum VipsLibrary {
  /// Loads it once; throws `notInstalled` if it is missing.
  static func start() throws(PageError) {
    guard cvips_start() else {
      throw PageError(
        .notInstalled, "page images need libvips: install the Debian package libvips42")
    }
  }

  /// Nil where it is the system's.
  static var path: String? { cvips_path().map { String(cString: $0) } }

  /// `8.14.1`; nil if it is missing. Loads it.
  static var version: String? {
    cvips_start() ? cvips_version().map { String(cString: $0) } : nil
  }

  /// Throws `notInstalled` if the loader of a format is not there.
  static func require(_ format: PictureFormat) throws(PageError) -> cvips_format {
    guard let loader = format.loader else {
      throw PageError(
        .unsupported, "\(format.name) images are not supported: save it as PNG or TIFF")
    }
    guard cvips_can_load(loader) else {
      throw PageError(
        .notInstalled,
        "this libvips cannot read \(format.name): install the Debian package libvips42")
    }
    return loader
  }

  /// libvips' message of its last failure, as part of a sentence.
  static func takeError() -> String {
    guard let line = lines(cvips_take_error).first else {
      return "its data are damaged or incomplete"
    }
    // The loader's name is dropped: "pngload_buffer: libpng read error".
    guard let colon = line.firstIndex(of: ":"), !line[..<colon].contains(" ") else { return line }
    return String(line[line.index(after: colon)...]).trimmed
  }

  /// The warnings of libvips on this thread since the last call, each once.
  static func takeWarnings() -> [String] {
    var seen: Set<String> = []
    return lines(cvips_take_warnings).filter { seen.insert($0).inserted }
  }

  /// Lines without control characters and without a full stop behind.
  private static func lines(_ read: (UnsafeMutablePointer<CChar>, Int) -> Void) -> [String] {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      read(start, buffer.count)
      return String(cString: start)
    }
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      let clean = line.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
      let text = String(String.UnicodeScalarView(clean)).trimmed
      return text.isEmpty ? nil : text.hasSuffix(".") ? String(text.dropLast()) : text
    }
  }
}
