/// A place in a publication that survives a new layout: the Locator of the Readium architecture.
public struct Locator: Sendable, Hashable {
  /// The resource that the place is in, such as a chapter's path; `#page=N` parts for fixed pages
  /// stand in `fragments`.
  public var href: String
  public var mediaType: String
  public var title: String?
  public var fragments: [String]
  /// From 0 to 1 within the resource.
  public var progression: Double?
  /// The page number from 1, as Readium counts positions.
  public var position: Int?
  /// From 0 to 1 within the publication.
  public var totalProgression: Double?
  public var textBefore: String?
  public var textHighlight: String?
  public var textAfter: String?

  public init(href: String, mediaType: String) {
    self.href = href
    self.mediaType = mediaType
    fragments = []
  }

  /// A page of a publication with fixed pages.
  public init(page index: Int, of count: Int, href: String, mediaType: String) {
    self.init(href: href, mediaType: mediaType)
    fragments = ["page=\(index + 1)"]
    position = index + 1
    totalProgression = count > 0 ? Double(index) / Double(count) : nil
  }
}
