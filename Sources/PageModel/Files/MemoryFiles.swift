/// Files whose bytes are at hand, such as a source that is one file.
package struct MemoryFiles: SourceFiles {
  private let files: [String: FileBytes]

  /// By path.
  package init(_ files: [String: FileBytes]) { self.files = files }

  package func entries(in folder: RelativePath?) -> [String] {
    let prefix = folder.map { $0.text + "/" } ?? ""
    let names = files.keys.filter { $0.hasPrefix(prefix) }
      .compactMap { $0.dropFirst(prefix.count).split(separator: "/").first.map(String.init) }
    return Set(names).filter { !$0.hasPrefix(".") }.sorted()
  }

  package func contains(_ path: RelativePath) -> Bool { files[path.text] != nil }

  package func byteCount(of path: RelativePath) -> Int? { files[path.text]?.count }

  package func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    guard let bytes = files[path.text] else {
      throw PageError(.notFound, "\(path.text): no such file")
    }
    return try check(bytes, of: path, limit: limit)
  }
}
