import RectoPageModel

/// A resource that the book lists (EPUB 3.3, 5.6.2).
public struct ManifestItem: Sendable, Hashable {
  public var id: String
  /// A file of the book, which may be missing, or a place elsewhere.
  public var reference: BookReference
  public var mediaType: String
  /// The properties, such as `nav`, `cover-image` and `scripted`.
  public var properties: [String]
  /// The fallback for reading systems that cannot show it.
  public var fallback: String?
  /// The item with its narration.
  public var overlay: String?

  public var path: RelativePath? { reference.path }

  var isContentDocument: Bool { DocumentTypes.content.contains(mediaType) }
  var isPicture: Bool { DocumentTypes.pictures.contains(mediaType) }
}

enum DocumentTypes {
  /// The media types of pages: XHTML and SVG, and those of XHTML in EPUB 2.
  static let content: Set = [
    "application/xhtml+xml", "image/svg+xml", "text/html", "text/x-oeb1-document",
    "application/x-dtbook+xml",
  ]
  /// Pictures that every browser shows by themselves.
  static let pictures: Set = ["image/jpeg", "image/png", "image/gif", "image/webp"]

  /// The type of a document by its name, for one whose stated type has a slip in it; nil for other files.
  static func type(ofName path: RelativePath) -> String? {
    switch path.fileExtension {
    case "xhtml", "xht", "html", "htm": "application/xhtml+xml"
    case "svg": "image/svg+xml"
    default: nil
    }
  }
}
