import RectoJSON
import RectoPageModel

/// The answers to questions about an open publication, in their documented forms: what a plugin's
/// table and a worker give, and `ChannelPublication` reads.
public enum PublicationAnswers {
  /// Numbers are exact but for those of a page's text, which are rounded to thousandths of a
  /// point. What the publication lacks is an empty list.
  ///
  /// Throws what the publication throws; `badRequest` for an attachment or a medium of one that has
  /// none, and `unsupported` for a place in one that knows no places, and for a PDF of one that
  /// writes none.
  public static func answer(
    _ question: PublicationRequest, of publication: any Publication
  ) throws(PageError) -> [UInt8] {
    let index = question.index
    func page() throws(PageError) -> any Page { try publication.page(at: index) }
    return switch question.query {
    case .info: exact(PublicationFacts(publication))
    case .page: exact(PageFacts(try page()))
    case .text: try text(of: page())
    case .links: exact(try (page() as? any LinksPage)?.links() ?? [])
    case .media: exact(try (page() as? any MediaPage)?.media() ?? [])
    case .mediaData: try mediaData(question, of: page())
    case .annotations: exact(try (page() as? any AnnotatedPage)?.annotations() ?? [])
    case .formFields: exact(try (page() as? any AnnotatedPage)?.formFields() ?? [])
    case .images: exact(try (page() as? any ImagesPage)?.images() ?? [])
    case .thumbnail:
      try (page() as? any ThumbnailPage)?.thumbnail().map(ThumbnailBytes.make) ?? []
    case .outline: exact(try (publication as? any OutlinedPublication)?.outline() ?? [])
    case .attachments:
      exact(try (publication as? any AttachmentsPublication)?.attachments() ?? [])
    case .attachmentData:
      try attachmentData(at: index, limit: question.limit, of: publication)
    case .layers: exact(try (publication as? any LayersPublication)?.layers() ?? [])
    case .fonts: exact(try (publication as? any FontsPublication)?.fonts() ?? [])
    case .locator: exact(try locating(publication).locator(ofPage: index))
    case .pageOfLocator: exact(try locatedPage(question.locator, in: publication))
    case .pdf: try pdf(question.pdf, of: publication)
    }
  }

  private static func locatedPage(
    _ locator: Locator?, in publication: any Publication
  ) throws(PageError) -> LocatedPage {
    guard let locator else { throw PageError(.bug, "the question names no place") }
    try locator.check()
    return LocatedPage(index: try locating(publication).page(of: locator))
  }

  private static func pdf(
    _ request: PDFRequest?, of publication: any Publication
  ) throws(PageError) -> [UInt8] {
    guard let request else { throw PageError(.bug, "the question does not say what of the PDF") }
    guard let publication = publication as? any PDFWritingPublication else { throw .withoutPDF }
    return try publication.pdf(request)
  }

  private static func locating(
    _ publication: any Publication
  ) throws(PageError) -> any LocatingPublication {
    guard let locating = publication as? any LocatingPublication else { throw .withoutLocators }
    return locating
  }

  private static func exact(_ value: some JSONRepresentable) -> [UInt8] {
    JSONWriter.bytes(of: value, isExact: true)
  }

  private static func exact(_ values: [some JSONRepresentable]) -> [UInt8] {
    var json = JSONWriter(isExact: true)
    json.array(values) { $0.value($1) }
    return json.bytes
  }

  /// Rounded: a book's text is millions of numbers, and the shortest exact form of one takes
  /// several times as long to find.
  private static func text(of page: any Page) throws(PageError) -> [UInt8] {
    JSONWriter.bytes(
      of: PageTextDocument(
        index: page.index, label: page.label, size: page.size,
        text: try (page as? any TextPage)?.text() ?? .none, includesGlyphs: true))
  }

  private static func attachmentData(
    at index: Int, limit: Int, of publication: any Publication
  ) throws(PageError) -> [UInt8] {
    guard let publication = publication as? any AttachmentsPublication else {
      throw PageError(.badRequest, "there is no attachment \(index &+ 1)")
    }
    return try publication.attachmentData(at: index, limit: limit)
  }

  private static func mediaData(
    _ question: PublicationRequest, of page: any Page
  ) throws(PageError) -> [UInt8] {
    guard let page = page as? any MediaPage else { throw .noSuchMedium(question.medium) }
    return try page.mediaData(at: question.medium, limit: question.limit)
  }
}
