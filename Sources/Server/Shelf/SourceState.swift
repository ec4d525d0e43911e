import RectoPageModel
import RectoPipeline

/// The size, time and version of a source, from the file system alone.
struct SourceState {
  /// Nil for a folder.
  let byteCount: Int?
  let modified: Timestamp
  let version: String

  /// The maximum number of files below a folder that are examined.
  private static let maximumNames = 20_000
  private static let maximumDepth = 16

  /// Returns nil if nothing is there.
  init?(_ path: String) {
    guard let status = FileStatus(path) else { return nil }
    guard status.isFolder else {
      byteCount = status.byteCount
      modified = Timestamp(seconds: status.modifiedSeconds)
      version = CacheKey(parts: [path, status.text]).hex
      return
    }
    var names = 0
    var parts: [String] = []
    var newest = status.modifiedSeconds
    Self.collect(path, status, depth: 0, &names, &parts, &newest)
    byteCount = nil
    modified = Timestamp(seconds: newest)
    version = CacheKey(parts: [path] + parts).hex
  }

  /// Links are not followed: a folder behind a link does not belong to the publication.
  private static func collect(
    _ folder: String, _ status: FileStatus, depth: Int, _ names: inout Int,
    _ parts: inout [String], _ newest: inout Int
  ) {
    parts.append(status.text)
    newest = max(newest, status.modifiedSeconds)
    guard depth < maximumDepth, let entries = try? folderEntries(of: folder) else { return }
    for name in entries.sorted() where names < maximumNames {
      names += 1
      guard let inner = FileStatus("\(folder)/\(name)") else { continue }
      parts.append(name)
      if inner.isFolder {
        collect("\(folder)/\(name)", inner, depth: depth + 1, &names, &parts, &newest)
      } else {
        parts.append(inner.text)
        newest = max(newest, inner.modifiedSeconds)
      }
    }
  }
}
