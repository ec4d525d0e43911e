import RectoPageModel

/// The questions to an open publication that lives elsewhere: behind a plugin's table, or in a
/// worker. The raw values are those of the wire and of `recto_plugin.h`.
public enum RequestKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The publication: `PublicationFacts`.
  case info = 1
  /// One page: `PageFacts`.
  case page
  /// Its words: `PageTextDocument`.
  case text
  /// An array of `Link`.
  case links
  /// An array of `MediaItem`.
  case media
  /// An array of `Annotation`.
  case annotations
  /// An array of `FormField`.
  case formFields
  /// An array of `PlacedImage`.
  case images
  /// Pixels instead of JSON; empty if there is no thumbnail. `recto_plugin.h` describes their
  /// layout.
  case thumbnail
  /// An array of `OutlineItem`.
  case outline
  /// An array of `Attachment`.
  case attachments
  /// The bytes of one attachment.
  case attachmentData
  /// An array of `Layer`.
  case layers
  /// An array of `FontUse`.
  case fonts
  /// The place at which a page begins: `Locator`.
  case locator
  /// The page that has a place: `LocatedPage`.
  case pageOfLocator
  /// The bytes of a PDF.
  case pdf
  /// The bytes of one medium of a page.
  case mediaData
}

/// One query and what it is about.
public struct PublicationRequest: Sendable, Hashable {
  /// The kind of question.
  public var query: RequestKind
  /// The page's index, or the attachment's; 0 where the publication is meant.
  public var index: Int
  /// For `mediaData`: the medium's index among those of the page.
  public var medium: Int
  /// For `attachmentData` and `mediaData`: the bytes beyond which it throws `limit`.
  public var limit: Int
  /// For `pageOfLocator`: the place, unchecked.
  public var locator: Locator?
  /// For `pdf`: what it is to have in it.
  public var pdf: PDFRequest?

  /// `limit` counts for `attachmentData` and `mediaData` only, `medium` for the latter, `locator`
  /// for `pageOfLocator`, `pdf` for `pdf`.
  public init(
    _ query: RequestKind, index: Int = 0, medium: Int = 0, limit: Int = 0, locator: Locator? = nil,
    pdf: PDFRequest? = nil
  ) {
    self.query = query
    self.index = index
    self.medium = medium
    self.limit = limit
    self.locator = locator
    self.pdf = pdf
  }
}
