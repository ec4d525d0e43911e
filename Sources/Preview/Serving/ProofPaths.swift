import RectoHTTP

/// The files of a proof's folder that are served, with their media types.
struct ProofPaths {
  let folder: String

  /// The file that a target names; nil if there is none. Names are plain and do not begin with a
  /// dot, so that nothing leads out of the folder.
  func response(to target: HTTPTarget) -> HTTPResponse? {
    let segments = target.segments == [""] ? ["index.html"] : target.segments
    let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-.".utf8)
    let isPlain = segments.allSatisfy {
      !$0.isEmpty && !$0.hasPrefix(".") && $0.utf8.allSatisfy(letters.contains)
    }
    guard segments.count <= 3, isPlain, let name = segments.last,
      let type = Self.types[name.split(separator: ".").last.map(String.init) ?? ""],
      let file = try? FileRegion(path: "\(folder)/\(segments.joined(separator: "/"))")
    else { return nil }
    return HTTPResponse(
      .ok,
      headers: [
        "Content-Type": type,
        // A picture's name changes with it.
        "Cache-Control": name.hasSuffix(".jpg") ? "max-age=3600" : "no-store",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
      ], body: .file(file))
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "json": "application/json", "jpg": "image/jpeg",
  ]
}
