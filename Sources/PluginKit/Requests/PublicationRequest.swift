import RectoJSON
import RectoPageModel

/// The kinds of requests to an open publication that lives elsewhere: behind a plugin's table, or in
/// a worker. The raw values are those of the wire and of `recto_plugin.h`; the file of each
/// capability declares the rest.
public enum RequestKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The publication: `PublicationFacts`.
  case info = 1
  /// One page: `PageFacts`.
  case page
  /// Its words: `PageTextDocument`, or `PageText.packed` from a worker.
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

/// A request to an open publication: its kind and its subject.
public struct PublicationRequest: Sendable, Hashable {
  public var kind: RequestKind
  /// The page's index, or the attachment's; 0 where the publication is meant.
  public var index: Int
  /// For `mediaData`: the medium's index among those of the page.
  public var medium: Int
  /// For `attachmentData` and `mediaData`: the bytes beyond which it throws `limit`.
  public var limit: Int
  /// For `pageOfLocator`: the place, unchecked.
  public var locator: Locator?
  /// For `pdf`: the PDF's pages and options.
  public var pdf: PDFRequest?

  /// `limit` counts for `attachmentData` and `mediaData` only, `medium` for the latter, `locator`
  /// for `pageOfLocator`, `pdf` for `pdf`.
  public init(
    _ kind: RequestKind, index: Int = 0, medium: Int = 0, limit: Int = 0, locator: Locator? = nil,
    pdf: PDFRequest? = nil
  ) {
    self.kind = kind
    self.index = index
    self.medium = medium
    self.limit = limit
    self.locator = locator
    self.pdf = pdf
  }

  /// The answer of a publication in its documented form, which a plugin's table and a worker
  /// return and `ChannelPublication` reads; a worker packs the text of a page instead
  /// (`PublicationChannel.packsText`). Numbers are exact except those of a page's text, which
  /// are rounded to thousandths of a point. A capability that the publication lacks is an empty
  /// list.
  ///
  /// Throws what the publication throws; `badRequest` for an attachment or a medium of one that has
  /// none, and `unsupported` for a place in one that knows no places, and for a PDF of one that
  /// writes none.
  public func answer(of publication: any Publication) throws(PageError) -> [UInt8] {
    try kind.declaration.answer(self, publication)
  }

  /// The page that it is about; nil if that is the publication.
  package var page: Int? { kind.declaration.isAboutPage ? index : nil }

  /// The pages that must be counted before it can be answered; nil if none need to be.
  package var goal: PaginationGoal? { kind.declaration.goal(self) }

  /// The greatest length of the answer, in bytes.
  var answerLimit: Int {
    kind.declaration.answersBytes ? max(0, limit) : JSONDocument.maximumBytes
  }

  /// The error of an answer that does not have its form.
  func malformed(_ error: some Error) -> PageError {
    PageError(
      .damaged,
      "the backend's answer about \(kind.declaration.subject(self)) makes no sense: \(error)")
  }
}
