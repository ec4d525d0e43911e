import RectoJSON

/// A publication that is not a PDF and can be written as one, with its text as text.
public protocol PDFWritingPublication: Publication {
  /// A whole PDF file of the pages that `request` names, in its order.
  ///
  /// Throws `noSuchPage`, `badRequest` for no pages at all, `limit` if the file is larger than
  /// the request allows, and what the pages throw.
  func pdf(_ request: PDFRequest) throws(PageError) -> [UInt8]
}

extension Capability {
  /// The publication can be written as a PDF.
  public static let pdf = Capability("pdf", [.pdf]) { publication, _ in
    publication is any PDFWritingPublication.Type
  }
}

extension RequestKind {
  /// The bytes of a PDF, whose `PDFRequest` is the detail.
  public static let pdf = RequestKind(
    17, "pdf", subject: { _ in "the PDF" }, goal: { _ in .whole }, answersBytes: true,
    answer: { request, publication throws(PageError) in
      let pdf: PDFRequest = try request.readDetail()
      guard let publication = publication as? any PDFWritingPublication else { throw .withoutPDF }
      return try publication.pdf(pdf)
    })
}

extension ChannelPublication: PDFWritingPublication {
  /// Throws `unsupported` where the capability is not there.
  public func pdf(_ request: PDFRequest) throws(PageError) -> [UInt8] {
    guard offers(.pdf) else { throw .withoutPDF }
    let bytes = try answer(PublicationRequest(.pdf, limit: request.limit, about: request))
    guard bytes.starts(with: "%PDF-".utf8) else {
      throw PageError(.damaged, "the backend's answer is not a PDF")
    }
    return bytes
  }
}

extension PageError {
  fileprivate static let withoutPDF = PageError(
    .unsupported, "only stories and layouts can be written as PDF: this is neither")
}

/// The content and form of a PDF to write.
public struct PDFRequest: Sendable, Hashable {
  /// The pages by index, in the order of the file.
  public var pages: [Int]
  /// The maximum resolution of pictures, in pixels per inch. Pictures with a lower one keep all
  /// their pixels.
  public var pictureDotsPerInch: Double
  /// True if the file must be the same each time, and so omits its creation time.
  public var isDeterministic: Bool
  /// The maximum size of the file in bytes; a larger one throws `limit`.
  public var limit: Int

  /// Pictures are as fine as print wants them unless said otherwise.
  public init(
    pages: [Int], pictureDotsPerInch: Double = 300, isDeterministic: Bool = false,
    limit: Int = 256 << 20
  ) {
    self.pages = pages
    self.pictureDotsPerInch = pictureDotsPerInch
    self.isDeterministic = isDeterministic
    self.limit = limit
  }
}

/// `{"pages":[0,1],"pictureDotsPerInch":300,"deterministic":true,"limit":268435456}`
extension PDFRequest: JSONRepresentable, JSONDecodable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("pages")
      json.array(pages) { $0.value($1) }
      json.member("pictureDotsPerInch", pictureDotsPerInch)
      json.member("deterministic", isDeterministic)
      json.member("limit", limit)
    }
  }

  /// Refuses what no host asks for: pages below 0, and fewer pixels an inch than 1.
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      pages: try json.decode("pages"), pictureDotsPerInch: try json.decode("pictureDotsPerInch"),
      isDeterministic: try json.decode("deterministic"), limit: try json.decode("limit"))
    guard pages.allSatisfy({ $0 >= 0 }) else { throw JSONError("there are no pages below 0") }
    guard (1...10_000).contains(pictureDotsPerInch), limit >= 0 else {
      throw JSONError("the resolution of pictures is from 1 to 10,000")
    }
  }
}
