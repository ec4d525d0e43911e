import RectoPageModel

/// The files that a page can reach, and their media types.
public struct ServedFiles: Sendable {
  private let files: any SourceFiles
  private var types: [String: String]
  /// The paths of documents of XHTML that are read as HTML.
  private var asHTML: Set<String> = []
  /// True if the files stay the same, so that the next document of a tab need not ask for those of
  /// the last one again.
  let areLasting: Bool

  /// `types` are media types by path, for files whose names say less than is known of them.
  public init(
    _ files: any SourceFiles, types: [String: String] = [:], areLasting: Bool = false
  ) {
    self.files = files
    self.types = types
    self.areLasting = areLasting
  }

  /// The same files, with a document that is said to be HTML as the XHTML that its root says it is.
  public func preferringXHTML(at path: String) -> ServedFiles {
    guard mediaType(ofPath: path) == "text/html", let file = try? RelativePath(path),
      let bytes = try? files.read(file, limit: Self.documentBytes),
      NamespacedDocument.isXHTML(bytes)
    else { return self }
    var result = self
    result.types[path] = "application/xhtml+xml"
    return result
  }

  /// The same files, with a document of XHTML that is not well-formed as HTML.
  public func readingAsHTML(_ path: String) -> ServedFiles {
    var result = self
    result.types[path] = "text/html"
    result.asHTML.insert(path)
    return result
  }

  /// The maximum size in bytes of a document that is searched.
  private static let documentBytes = 40 << 20

  /// The bytes of a file as a page gets them. Throws as `SourceFiles.read`.
  func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    let file = try files.read(path, limit: limit)
    if asHTML.contains(path.text) { return ClosedElements.complete(file) }
    return mediaType(ofPath: path.text) == "application/xhtml+xml"
      ? NamespacedDocument.complete(file) : file
  }

  public func mediaType(ofPath path: String) -> String {
    types[path] ?? ServedMediaTypes.type(ofPath: path)
  }
}
