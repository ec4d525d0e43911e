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
    guard let facts = FileFacts(path) else { return nil }
    guard facts.isFolder else {
      byteCount = facts.byteCount
      modified = Timestamp(seconds: facts.modifiedSeconds)
      version = CacheKey(parts: [path, facts.text]).hex
      return
    }
    var names = 0
    var parts: [String] = []
    var newest = facts.modifiedSeconds
    Self.look(through: path, facts, depth: 0, &names, &parts, &newest)
    byteCount = nil
    modified = Timestamp(seconds: newest)
    version = CacheKey(parts: [path] + parts).hex
  }

  /// Links are not followed: a folder behind a link does not belong to the publication.
  private static func look(
    through folder: String, _ facts: FileFacts, depth: Int, _ names: inout Int,
    _ parts: inout [String], _ newest: inout Int
  ) {
    parts.append(facts.text)
    newest = max(newest, facts.modifiedSeconds)
    guard depth < maximumDepth, let entries = try? folderEntries(of: folder) else { return }
    for name in entries.sorted() where names < maximumNames {
      names += 1
      guard let inner = FileFacts("\(folder)/\(name)") else { continue }
      parts.append(name)
      if inner.isFolder {
        look(through: "\(folder)/\(name)", inner, depth: depth + 1, &names, &parts, &newest)
      } else {
        parts.append(inner.text)
        newest = max(newest, inner.modifiedSeconds)
      }
    }
  }
}
