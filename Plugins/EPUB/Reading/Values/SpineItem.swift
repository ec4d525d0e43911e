import RectoPageModel

/// A document in reading order (EPUB 3.3, 5.7).
public struct SpineItem: Sendable, Hashable {
  /// The position of the document in a spread.
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
  /// True if it belongs to the reading order; other documents, such as an answer, are reached by
  /// links.
  public var isLinear: Bool
  /// The book's with the item's overrides.
  public var rendition: Rendition
  public var placement: Placement?
  /// The properties in the book, including those above.
  public var properties: [String]
  /// The media overlay document, where there is one.
  public var overlay: RelativePath?

  /// True if its media type is that of a document or a picture.
  public var canBeShown: Bool {
    DocumentTypes.content.contains(mediaType) || DocumentTypes.pictures.contains(mediaType)
  }
}
