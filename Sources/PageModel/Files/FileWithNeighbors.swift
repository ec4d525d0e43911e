/// A file on disk with the files beside it and below its folder. The sandbox decides which of them a
/// worker may read: those that `PageBackend.companions(ofSourceAt:)` names.
package struct FileWithNeighbors: SourceFiles {
  private let file: MemoryFiles
  private let folder: FolderFiles?

  /// `path` is absolute where the file is on the disk; there is nothing beside any other.
  package init(_ bytes: FileBytes, name: String, path: String) {
    file = MemoryFiles([name: bytes])
    folder = path.hasPrefix("/") ? try? FolderFiles(path: folderPrefix(of: path), entries: []) : nil
  }

  package func entries(in folder: RelativePath?) -> [String] { file.entries(in: folder) }

  package func contains(_ path: RelativePath) -> Bool {
    file.contains(path) || folder?.contains(path) ?? false
  }

  package func byteCount(of path: RelativePath) -> Int? {
    file.byteCount(of: path) ?? folder?.byteCount(of: path)
  }

  package func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    guard !file.contains(path), let folder else { return try file.read(path, limit: limit) }
    return try folder.read(path, limit: limit)
  }
}

/// All of a path up to its last slash; the empty string without one.
package func folderPrefix(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
}
