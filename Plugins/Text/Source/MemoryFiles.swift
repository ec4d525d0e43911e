import PageModel

/// Files whose bytes are at hand, such as a source that is one file.
struct MemoryFiles: SourceFiles {
  private let files: [String: FileBytes]

  /// By path.
  init(_ files: [String: FileBytes]) { self.files = files }

  var entries: [String] { files.keys.filter { !$0.contains("/") }.sorted() }

  func contains(_ path: RelativePath) -> Bool { files[path.text] != nil }

  func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    guard let bytes = files[path.text] else {
      throw PageError(.notFound, "\(path.text): no such file")
    }
    return try check(bytes, of: path, limit: limit)
  }
}
