/// A page with sound, film or other media placed on it.
public protocol MediaPage: Page {
  func media() throws(PageError) -> [MediaItem]
}

public struct MediaItem: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    case audio, video, sound, model, other
  }

  public var kind: Kind
  public var box: Rect
  public var mediaType: String?
  /// The file's name or URL as the source has it.
  public var name: String?
  /// Whether the data are inside the source.
  public var isEmbedded: Bool

  public init(kind: Kind, box: Rect, mediaType: String?, name: String?, isEmbedded: Bool) {
    self.kind = kind
    self.box = box
    self.mediaType = mediaType
    self.name = name
    self.isEmbedded = isEmbedded
  }
}
