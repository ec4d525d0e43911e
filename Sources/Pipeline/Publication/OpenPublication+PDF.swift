import RectoPageModel

extension OpenPublication {
  /// A PDF file of the pages that `request` names, in its order; its limit is `Limits.pdfBytes` or
  /// less.
  ///
  /// Throws `unsupported` for a publication that Recto does not lay out itself, `noSuchPage`,
  /// `badRequest` for an empty list of pages, `limit`, `busy` and `cancelled`.
  public func pdf(
    _ request: PDFRequest, _ requestOptions: RequestOptions = .export
  ) async throws(PageError) -> [UInt8] {
    for index in request.pages { try check(index) }
    var request = request
    request.limit = min(request.limit, limits.pdfBytes)
    let wanted = request
    return try await ask(requestOptions) { publication throws(PageError) in
      guard let publication = publication as? any PDFWritingPublication else {
        throw PageError(
          .unsupported, "only stories and layouts can be written as PDF: this is neither")
      }
      return try publication.pdf(wanted)
    }
  }
}
