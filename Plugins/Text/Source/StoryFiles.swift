import RectoPageModel

/// A story in a file on disk, with the files beside it. The sandbox decides which of them a worker
/// may read.
struct StoryFiles: SourceFiles {
  private let story: MemoryFiles
  private let folder: FolderFiles?

  /// `path` is absolute where the story is a file of the disk; there is nothing beside any other.
  init(_ bytes: FileBytes, name: String, path: String) {
    story = MemoryFiles([name: bytes])
    folder = path.hasPrefix("/") ? try? FolderFiles(path: path.folder, entries: []) : nil
  }

  func entries(in folder: RelativePath?) -> [String] { story.entries(in: folder) }

  func contains(_ path: RelativePath) -> Bool {
    story.contains(path) || folder?.contains(path) ?? false
  }

  func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    guard !story.contains(path), let folder else { return try story.read(path, limit: limit) }
    return try folder.read(path, limit: limit)
  }
}

extension String {
  /// All of an absolute path up to its last slash.
  fileprivate var folder: String { String(self[...(lastIndex(of: "/") ?? startIndex)]) }
}
