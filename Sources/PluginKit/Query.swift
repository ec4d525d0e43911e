import PageModel

/// What can be asked of an open publication that lives elsewhere: behind a plugin's table, or in
/// a worker. The raw values are those of the wire and of `recto_plugin.h`.
public enum Query: UInt8, Sendable, Hashable, CaseIterable {
  case info = 1
  case page
  case text
  case links
  case media
  case annotations
  case formFields
  case images
  case thumbnail
  case outline
  case attachments
  case attachmentData
  case layers
  case fonts
}

/// One query and what it is about.
public struct Question: Sendable, Hashable {
  public var query: Query
  /// The page's index, or the attachment's; 0 where the publication is meant.
  public var index: Int
  /// For `attachmentData`: the bytes beyond which it throws `limit`.
  public var limit: Int

  public init(_ query: Query, index: Int = 0, limit: Int = 0) {
    self.query = query
    self.index = index
    self.limit = limit
  }
}
