import RectoPageModel

/// The media type that a file is served as.
enum ServedMediaTypes {
  /// By the file's name, without a charset.
  static func type(ofPath path: String) -> String {
    types[fileExtension(ofName: path.split(separator: "/").last ?? "")] ?? unknown
  }

  /// With the charset of HTML whose letters are UTF-8: browsers assume a legacy encoding for a document
  /// that states none. They look for a statement in the first kilobyte (HTML, 13.2.3.2).
  static func served(_ type: String, _ bytes: FileBytes) -> String {
    guard type == "text/html" else { return type }
    let isUTF8 = bytes.withBytes { bytes in
      let head = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
      return !head.contains("charset") && bytes.contains { $0 >= 0x80 }
        && String(validating: bytes, as: UTF8.self) != nil
    }
    return isUTF8 ? "\(type); charset=utf-8" : type
  }

  private static let unknown = "application/octet-stream"

  private static let types = [
    "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml",
    "xht": "application/xhtml+xml", "xml": "application/xml", "css": "text/css",
    "js": "text/javascript", "mjs": "text/javascript", "json": "application/json",
    "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "bmp": "image/bmp",
    "ico": "image/x-icon", "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf",
    "otf": "font/otf", "txt": "text/plain", "wasm": "application/wasm",
    "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm", "ogv": "video/ogg",
    "mov": "video/quicktime",
  ]
}
