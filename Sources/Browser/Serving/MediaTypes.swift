/// The media type that a file is served as, by its name, without a charset: documents state their
/// own.
enum MediaTypes {
  static func type(ofPath path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return unknown }
    return types[name[name.index(after: dot)...].lowercased()] ?? unknown
  }

  private static let unknown = "application/octet-stream"

  private static let types = [
    "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml",
    "xht": "application/xhtml+xml", "xml": "application/xml", "css": "text/css",
    "js": "text/javascript", "mjs": "text/javascript", "json": "application/json",
    "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "bmp": "image/bmp",
    "ico": "image/x-icon", "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf",
    "otf": "font/otf", "txt": "text/plain",
  ]
}
