import RectoPageModel

/// The files that a page can reach, and their media types.
public struct ServedFiles: Sendable {
  private let files: any SourceFiles
  private let types: [String: String]

  /// `types` are media types by path, for files whose names say less than is known of them.
  public init(_ files: any SourceFiles, types: [String: String] = [:]) {
    self.files = files
    self.types = types
  }

  /// The bytes of a file as a page gets them. Throws as `SourceFiles.read`.
  func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    let file = try files.read(path, limit: limit)
    return mediaType(ofPath: path.text) == "application/xhtml+xml"
      ? NamespacedDocument.complete(file) : file
  }

  func mediaType(ofPath path: String) -> String {
    types[path] ?? ServedMediaTypes.type(ofPath: path)
  }
}
