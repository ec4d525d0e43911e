import RectoPageModel

/// A source on the shelf, as found without opening it.
struct ShelfItem: Sendable, Hashable {
  /// Consists of `a-z`, `0-9`, `.`, `_` and `-`; made of the path below the served root, and
  /// unique.
  let id: String
  /// The path to open: absolute, and without links in it.
  let path: String
  /// The name of the file without its extension, or of the folder: a title until it is opened.
  let name: String
  /// The size of a file; nil for a folder.
  let byteCount: Int?
  /// The time of the last change; for a folder that of its newest file.
  let modified: Timestamp
  /// Changes with the file, or with any file in the folder.
  let version: String
  /// The title from the catalog, which replaces the publication's own everywhere; nil if there is
  /// none.
  var catalogTitle: String?

  /// True if it can be sent as a file.
  var isFile: Bool { byteCount != nil }
}
