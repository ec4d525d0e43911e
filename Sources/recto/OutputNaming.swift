import Glibc
import RectoPageModel
import RectoPipeline
import RectoRaster

/// The destination of one render's images: a folder, a name with `{page}` or `{label}` in it, one
/// file, or standard output.
struct OutputNaming {
  /// The parts of the paths of the images, one after the other.
  private let parts: [Part]
  private let digits: Int
  private let fileExtension: String

  private enum Part: Equatable {
    case text(String)
    case page
    case label
  }

  /// Interprets `path`, and creates the folder that it names.
  init(
    _ path: String?, source: String, count: Int, highestPage: Int, format: ImageFormat
  ) throws {
    digits = String(highestPage).count
    fileExtension = format.fileExtension
    let stem = SourceName(of: source).stem
    guard let path else {
      parts = [.text("\(stem)-"), .page, .text(".\(fileExtension)")]
      return
    }
    let isMarked = path == "-" || path.contains("{page}") || path.contains("{label}")
    if Self.namesFolder(path) {
      try makeFolder(path)
      let folder = path + (path.hasSuffix("/") ? "" : "/")
      parts = [.text("\(folder)\(stem)-"), .page, .text(".\(fileExtension)")]
    } else {
      parts = Self.parts(of: path)
      if isMarked, let slash = path.lastIndex(of: "/"), slash > path.startIndex,
        !path[..<slash].contains("{")
      {
        try makeFolder(String(path[..<slash]))
      }
    }
    let isOneFile = !parts.contains(.page) && !parts.contains(.label)
    guard count <= 1 || !isOneFile || path == "/dev/null" else {
      throw UsageError(
        "\(path == "-" ? "standard output" : path) is one file and there are \(count) images: "
          + "put {page} into the name, or name a folder")
    }
  }

  /// True if a path without {page} and {label} names a folder: it is one, ends in a slash, or does not
  /// exist and has no dot in its name.
  private static func namesFolder(_ path: String) -> Bool {
    guard path != "-", !path.contains("{page}"), !path.contains("{label}") else { return false }
    let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return isFolder(path) || path.hasSuffix("/") || (!last.contains(".") && access(path, F_OK) != 0)
  }

  /// The extension of a file's name; nil for a folder, standard output, a device, and a name
  /// without a dot.
  static func ending(of path: String) -> String? {
    guard path != "-", !namesFolder(path), !path.hasPrefix("/dev/") else { return nil }
    let last = path.split(separator: "/").last ?? ""
    return last.lastIndex(of: ".").map { String(last[last.index(after: $0)...]) }
  }

  func path(page: Int, label: String) -> String {
    let number = String(page + 1)
    let padded = String(repeating: "0", count: max(0, digits - number.count)) + number
    return parts.map { part in
      switch part {
      case .text(let text): text
      case .page: padded
      case .label: safe(label)
      }
    }.joined()
  }

  var usesLabels: Bool { parts.contains(.label) }

  /// A label as a part of a file name: it cannot leave the folder.
  private func safe(_ label: String) -> String {
    let clean = String(
      label.map {
        $0 == "/" || $0 == "\\" || $0.unicodeScalars.contains { $0.value < 0x20 } ? "_" : $0
      }
    )
    return clean.isEmpty || clean == "." || clean == ".." ? "_" : clean
  }

  private static func parts(of pattern: String) -> [Part] {
    var parts: [Part] = []
    for text in pattern.split(separator: "{page}", omittingEmptySubsequences: false) {
      if !parts.isEmpty { parts.append(.page) }
      let texts = text.split(separator: "{label}", omittingEmptySubsequences: false)
      for (index, text) in texts.enumerated() {
        if index > 0 { parts.append(.label) }
        parts.append(.text(String(text)))
      }
    }
    return parts
  }
}
