/// The files of one publication, and no others: a path cannot lead out of them.
public protocol SourceFiles: Sendable {
  /// The names directly in the publication's folder, or in a folder below it, sorted and without
  /// hidden ones; empty if there is no such folder.
  func entries(in folder: RelativePath?) -> [String]

  /// True if a file can be opened at the path.
  func contains(_ path: RelativePath) -> Bool

  /// The bytes of a file.
  ///
  /// Throws `notFound` or `unreadable`, and `limit` if it is longer than `limit` bytes; its
  /// sentence begins with the path.
  func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes

  /// The size of a file in bytes, if it is known without reading the file; else nil.
  func byteCount(of path: RelativePath) -> Int?
}

extension SourceFiles {
  /// The names directly in the publication's folder, without hidden ones.
  public var entries: [String] { entries(in: nil) }

  public func byteCount(of path: RelativePath) -> Int? { nil }

  /// Throws as `read` does.
  package func check(_ bytes: FileBytes, of path: RelativePath, limit: Int) throws(PageError)
    -> FileBytes
  {
    guard bytes.count <= limit else {
      throw PageError(
        .limit,
        "\(path.text) has \(bytes.count >> 20) MiB; at most \(limit >> 20) MiB are read")
    }
    return bytes
  }
}

/// The files of one folder of a publication, as a publication of their own.
package struct FilesBelow: SourceFiles {
  private let files: any SourceFiles
  private let folder: RelativePath

  package init(_ files: any SourceFiles, folder: RelativePath) {
    self.files = files
    self.folder = folder
  }

  package func entries(in folder: RelativePath?) -> [String] {
    files.entries(in: folder.map(path) ?? self.folder)
  }

  package func contains(_ path: RelativePath) -> Bool { files.contains(self.path(path)) }

  package func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    try files.read(self.path(path), limit: limit)
  }

  private func path(_ below: RelativePath) -> RelativePath {
    RelativePath(components: folder.components + below.components)
  }
}

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
