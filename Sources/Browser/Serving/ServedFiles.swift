import RectoPageModel

/// The files that a page can reach, and their media types.
public struct ServedFiles: Sendable {
  let files: any SourceFiles
  private let types: [String: String]

  /// `types` are media types by path, for files whose names say less than is known of them.
  public init(_ files: any SourceFiles, types: [String: String] = [:]) {
    self.files = files
    self.types = types
  }

  func mediaType(ofPath path: String) -> String {
    types[path] ?? ServedMediaTypes.type(ofPath: path)
  }
}
