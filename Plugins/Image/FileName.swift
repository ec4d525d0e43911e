import RectoPageModel

/// The name of a file in a folder or an archive, as far as it says what the file is.
struct FileName {
  /// The path, with components separated by `/`.
  let path: String

  init(_ path: String) { self.path = path }

  /// The last component.
  var last: Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }

  /// Lower case, without its dot.
  var fileExtension: String { RectoPageModel.fileExtension(ofName: last) }

  /// The path without its extension.
  var stem: String {
    let length = fileExtension.count
    return length == 0 ? path : String(path.dropLast(length + 1))
  }

  /// Dotfiles, and what macOS puts beside the files of an archive.
  var isHidden: Bool {
    path.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
  }

  var isImage: Bool { Self.imageExtensions.contains(fileExtension) }

  var isSidecar: Bool { Self.sidecarExtensions.contains(fileExtension) }

  /// The sidecars that belong to an image of this name, the most telling first.
  var sidecars: [String] {
    [".alto.xml", ".xml", ".hocr", ".html", ".htm"].map { stem + $0 }
  }

  private static let imageExtensions = Set(PictureFormat.allCases.flatMap(\.fileExtensions))
  private static let sidecarExtensions: Set = ["xml", "hocr", "html", "htm"]
}
