import PageModel

/// A source on the shelf. Nothing of it was opened.
struct ShelfItem: Sendable, Hashable {
  /// Of `a-z`, `0-9`, `.`, `_` and `-`; made of the path below the served root, and unique.
  let id: String
  /// What is opened: absolute, and without links in it.
  let path: String
  /// The name of the file without its extension, or of the folder: a title until it is opened.
  let name: String
  /// Of a file; nil for a folder.
  let byteCount: Int?
  /// Of a folder that of the newest in it.
  let modified: Timestamp
  /// Changes with the file, or with whatever is in the folder.
  let version: String

  /// Whether it can be sent as it is.
  var isFile: Bool { byteCount != nil }
}
