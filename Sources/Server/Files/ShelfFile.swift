import RectoHTTP
import RectoPageModel

/// Files of the shelf as they are sent.
enum ShelfFile {
  /// Opens the file at a path without links in it.
  ///
  /// Throws 503 where too many files are open, and 404, also for a link that took the file's place: the
  /// opened file is examined, not the path.
  static func open(_ path: String) throws(ServerError) -> FileRegion {
    do throws(PageError) {
      try OpenFiles.requireRoom(for: 1)
    } catch {
      throw ServerError(error)
    }
    guard let region = try? FileRegion(path: path), region.path == path else {
      throw .notFound("the file is not there any more")
    }
    return region
  }

  /// Has browsers show what they can, and save the rest under its own name (RFC 6266, RFC 8187).
  static func disposition(_ path: String) -> String {
    contentDisposition("inline", fileName: fileName(ofPath: path))
  }
}

/// The header field of that name (RFC 6266, RFC 8187) with a name that has no path.
func contentDisposition(_ kind: StaticString, fileName name: String) -> String {
  let plain = String(
    name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._- ".contains($0)) ? $0 : "_" })
  return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(Locator.href(ofPath: name))"
}

/// True if no part of a path is a link. Calls `realpath`.
func isWithoutLinks(_ path: String) -> Bool {
  (try? ServedRoot(path))?.path == path
}
