import RectoJSON
import RectoPageModel

/// A publication that lives behind a channel. Everything that comes through it is checked: the
/// other side reads untrusted sources, and may have been taken over by one.
///
/// An impossible answer is `damaged`, with a sentence that names the problem.
public final class ChannelPublication: RemotePublication {
  private let channel: any PublicationChannel
  /// The info at its last request; see `refreshInfo`.
  public private(set) var info: PublicationInfo
  /// The page count at opening, or an estimate: once it is exact, another number is an error.
  public private(set) var pageCount: Int
  /// The certainty of the page count; see `PublicationFacts`.
  private var isEstimated: Bool?
  private var pages: [Int: PageFacts] = [:]

  /// Pages whose facts are kept: as a publication of ordinary length has, at 1 KiB each or less.
  private static let keptPages = 2000

  /// Asks what the publication is. Throws what the channel throws, or `damaged`.
  public init(_ channel: any PublicationChannel) throws(PageError) {
    self.channel = channel
    let facts: PublicationFacts = try channel.ask(PublicationRequest(.info))
    info = facts.info
    pageCount = facts.pageCount
    isEstimated = facts.pageCountIsEstimated
  }

  /// Asks for the info again, since warnings come up while pages are read.
  public func refreshInfo() throws(PageError) {
    let facts: PublicationFacts = try channel.ask(PublicationRequest(.info))
    guard facts.pageCount == pageCount || isEstimated == true else {
      throw PageError(
        .damaged, "the backend says that there are \(facts.pageCount) pages, and said \(pageCount)")
    }
    pageCount = facts.pageCount
    isEstimated = facts.pageCountIsEstimated
    info = facts.info
  }

  public func offers(_ capability: Capability) -> Bool { info.capabilities.contains(capability) }

  public func page(at index: Int) throws(PageError) -> any Page {
    // The other side knows more than an estimate.
    guard index >= 0, index < pageCount || isEstimated == true else {
      throw PageError(
        .noSuchPage, "there is no page \(index &+ 1): the publication has \(pageCount)")
    }
    return ChannelPage(try facts(ofPage: index), publication: self)
  }

  private func facts(ofPage index: Int) throws(PageError) -> PageFacts {
    if let facts = pages[index] { return facts }
    let facts: PageFacts = try ask(.page, index: index)
    guard facts.index == index else {
      throw PageError(
        .damaged, "the backend was asked for page \(index + 1) and answered \(facts.index + 1)")
    }
    if pages.count >= Self.keptPages { pages.removeAll(keepingCapacity: true) }
    pages[index] = facts
    return facts
  }

  func ask<Answer: JSONDecodable>(
    _ query: RequestKind, index: Int = 0
  ) throws(PageError) -> Answer {
    try channel.ask(PublicationRequest(query, index: index))
  }

  func answer(_ question: PublicationRequest) throws(PageError) -> [UInt8] { try channel.answer(question) }

  /// An empty list where the capability is not there.
  func list<Item: JSONDecodable>(
    _ query: RequestKind, index: Int = 0, if capability: Capability
  ) throws(PageError) -> [Item] {
    offers(capability) ? try ask(query, index: index) : []
  }

  func thumbnail(ofPage index: Int) throws(PageError) -> Bitmap? {
    guard offers(.thumbnails) else { return nil }
    let question = PublicationRequest(.thumbnail, index: index)
    let bytes = try channel.answer(question)
    do throws(JSONError) {
      return try ThumbnailBytes.read(bytes)
    } catch {
      throw question.malformed(error)
    }
  }

  func paint(
    page index: Int, _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    try channel.paint(page: index, request, on: grid, into: bitmap)
  }
}

extension ChannelPublication: CountedPublication {
  public var pageCountSoFar: PageCount {
    PageCount(pageCount, isEstimated: isEstimated ?? false)
  }

  /// True if its pages are counted by laying text out.
  public var countsByLayout: Bool { isEstimated != nil }

  public func countPages() throws(PageError) {
    guard isEstimated == true else { return }
    try channel.countPages()
    try refreshInfo()
  }

  /// The page count for targets, which were asked for: all pages are counted by then.
  func countForTargets() throws(PageError) -> Int {
    if isEstimated == true { try refreshInfo() }
    return pageCount
  }
}

extension ChannelPublication: OutlinedPublication {
  public func outline() throws(PageError) -> [OutlineItem] {
    let items: [OutlineItem] = try list(.outline, if: .outline)
    let pageCount = try items.isEmpty ? pageCount : countForTargets()
    return items.map { $0.checked(pageCount: pageCount) }
  }
}

extension ChannelPublication: AttachmentsPublication {
  public func attachments() throws(PageError) -> [Attachment] {
    try list(.attachments, if: .attachments)
  }

  public func attachmentData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    guard offers(.attachments), index >= 0 else {
      throw PageError(.badRequest, "there is no attachment \(index &+ 1)")
    }
    let bytes = try channel.answer(PublicationRequest(.attachmentData, index: index, limit: limit))
    guard bytes.count <= limit else {
      throw PageError(.limit, "the attachment is larger than \(limit) bytes")
    }
    return bytes
  }
}

extension ChannelPublication: LayersPublication {
  public func layers() throws(PageError) -> [Layer] { try list(.layers, if: .layers) }
}

extension ChannelPublication: FontsPublication {
  public func fonts() throws(PageError) -> [FontUse] { try list(.fonts, if: .fonts) }
}

extension ChannelPublication: LocatingPublication {
  /// Throws `unsupported` where the capability is not there; so does `page(of:)`.
  public func locator(ofPage index: Int) throws(PageError) -> Locator {
    guard offers(.locators) else { throw .withoutLocators }
    return try ask(.locator, index: index)
  }

  public func page(of locator: Locator) throws(PageError) -> Int? {
    guard offers(.locators) else { throw .withoutLocators }
    let located: LocatedPage = try channel.ask(PublicationRequest(.pageOfLocator, locator: locator))
    guard let index = located.index, index >= pageCount, isEstimated != true else {
      return located.index
    }
    throw PageError(
      .damaged, "the backend says that a place is on page \(index + 1) of \(pageCount)")
  }
}

extension ChannelPublication: PDFWritingPublication {
  /// Throws `unsupported` where the capability is not there.
  public func pdf(_ request: PDFRequest) throws(PageError) -> [UInt8] {
    guard offers(.pdf) else { throw .withoutPDF }
    let bytes = try channel.answer(PublicationRequest(.pdf, limit: request.limit, pdf: request))
    guard bytes.starts(with: "%PDF-".utf8) else {
      throw PageError(.damaged, "the backend's answer is no PDF")
    }
    return bytes
  }
}

extension PageError {
  static let withoutPDF = PageError(
    .unsupported, "only stories and layouts can be written as PDF: this is neither")

  static let withoutLocators = PageError(
    .unsupported, "the backend knows no places but pages")
}

extension PublicationChannel {
  /// The answer, read. Throws `damaged` where it has not the form that it should have.
  fileprivate func ask<Answer: JSONDecodable>(_ question: PublicationRequest) throws(PageError) -> Answer {
    let bytes = try answer(question)
    do throws(JSONError) {
      return try Answer(jsonBytes: bytes)
    } catch {
      throw question.malformed(error)
    }
  }
}

extension PublicationRequest {
  fileprivate func malformed(_ error: JSONError) -> PageError {
    PageError(.damaged, "the backend's answer about \(subject) makes no sense: \(error)")
  }

  /// The subject of the question, for a sentence.
  private var subject: String {
    let page = "page \(index &+ 1)"
    return switch query {
    case .info: "the publication"
    case .page: page
    case .text: "the text of \(page)"
    case .links: "the links of \(page)"
    case .media: "the media of \(page)"
    case .mediaData: "medium \(medium &+ 1) of \(page)"
    case .annotations: "the annotations of \(page)"
    case .formFields: "the form fields of \(page)"
    case .images: "the images of \(page)"
    case .thumbnail: "the thumbnail of \(page)"
    case .outline: "the outline"
    case .attachments: "the attachments"
    case .attachmentData: "attachment \(index &+ 1)"
    case .layers: "the layers"
    case .fonts: "the fonts"
    case .locator: "the place of \(page)"
    case .pageOfLocator: "the page of a place"
    case .pdf: "the PDF"
    }
  }
}
