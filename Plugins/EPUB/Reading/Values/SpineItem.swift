import PageModel

/// A document in reading order (EPUB 3.3, 5.7).
public struct SpineItem: Sendable, Hashable {
  /// Where the document must lie in a spread.
  public enum Placement: String, Sendable, Hashable {
    case left, right, center
  }

  /// The manifest's name for it.
  public var id: String
  /// The file that is shown: the item's, or its first fallback that is a content document.
  public var path: RelativePath
  /// The item's own file.
  public var statedPath: RelativePath
  public var mediaType: String
  /// Whether reading comes by here; what is not, such as an answer, is led to by links.
  public var isLinear: Bool
  /// The book's with the item's overrides.
  public var rendition: Rendition
  public var placement: Placement?
  /// As the book has them, those above included.
  public var properties: [String]
  /// Whether it says to have scripts.
  public var isScripted: Bool
  /// The media overlay document, where there is one.
  public var overlay: RelativePath?

  /// Whether its media type is one of a document or a picture.
  public var canBeShown: Bool {
    DocumentTypes.content.contains(mediaType) || DocumentTypes.pictures.contains(mediaType)
  }
}
