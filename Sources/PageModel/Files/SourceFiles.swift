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
