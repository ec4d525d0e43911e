import RectoPageModel

/// The media types of files by their names.
package struct MediaTypes: Sendable {
  private let types: [String: String]

  /// The types that these backends open, if they state one type for each extension, and the known
  /// ones.
  package init(_ backends: [any PageBackend]) {
    types = Self.knownTypes.merging(
      backends.filter { $0.info.mediaTypes.count == 1 }.flatMap { backend in
        backend.info.fileExtensions.map { ($0, backend.info.mediaTypes[0]) }
      }
    ) { known, _ in known }
  }

  /// `application/octet-stream` for unknown files.
  package func type(ofFile path: String) -> String {
    types[fileExtension(ofPath: path)] ?? "application/octet-stream"
  }

  /// The shortest extension of files of a type, the first in the alphabet of several; nil for an unknown
  /// type.
  package func nameEnd(ofType type: String) -> String? {
    types.filter { $0.value == type }.keys.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  /// Registered types, where a backend has several or none.
  private static let knownTypes = [
    "cbz": "application/vnd.comicbook+zip", "cbr": "application/vnd.comicbook-rar",
    "cb7": "application/x-cb7", "cbt": "application/x-cbt", "zip": "application/zip",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
    "tif": "image/tiff", "tiff": "image/tiff", "gif": "image/gif", "md": "text/markdown",
    "markdown": "text/markdown", "txt": "text/plain",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg",
    "wav": "audio/wav", "mp4": "video/mp4", "webm": "video/webm", "html": "text/html",
    "xhtml": "application/xhtml+xml", "json": "application/json",
  ]
}
