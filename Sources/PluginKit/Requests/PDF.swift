import CRectoPlugin
import RectoPageModel

extension RequestDeclaration {
  static let pdf = RequestDeclaration(
    subject: { _ in "the PDF" }, capability: .pdf, goal: { _ in .whole }, answersBytes: true,
    answer: { request, publication throws(PageError) in
      guard let pdf = request.pdf else {
        throw PageError(.bug, "the request does not say which pages the PDF has")
      }
      guard let publication = publication as? any PDFWritingPublication else { throw .withoutPDF }
      return try publication.pdf(pdf)
    },
    call: { call, request in call.ask(call.table.pdf, request.pdf) },
    export: { table in
      table.pdf = { _, publication, json, count, sink in
        answerExported(publication, sink) { () throws(PageError) in
          PublicationRequest(.pdf, pdf: try PDFRequest(fromHost: json, count))
        }
      }
    })
}

extension ChannelPublication: PDFWritingPublication {
  /// Throws `unsupported` where the capability is not there.
  public func pdf(_ request: PDFRequest) throws(PageError) -> [UInt8] {
    guard offers(.pdf) else { throw .withoutPDF }
    let bytes = try answer(PublicationRequest(.pdf, limit: request.limit, pdf: request))
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
