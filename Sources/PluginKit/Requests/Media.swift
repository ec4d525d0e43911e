import CRectoPlugin
import RectoPageModel

extension RequestDeclaration {
  static let media = RequestDeclaration.ofPage(
    "the media", .media,
    answer: { page throws(PageError) in exactJSON(try (page as? any MediaPage)?.media() ?? []) },
    call: { $0.ask($0.table.media, of: $1) },
    export: { $0.media = { answerExported(PublicationRequest(.media, index: Int($2)), $1, $3) } })

  static let mediaData = RequestDeclaration(
    subject: { "medium \($0.medium &+ 1) of page \($0.index &+ 1)" }, capability: .media,
    isAboutPage: true, goal: { .page($0.index) }, answersBytes: true,
    answer: { request, publication throws(PageError) in
      guard let page = try publication.page(at: request.index) as? any MediaPage else {
        throw .noSuchMedium(request.medium)
      }
      return try page.mediaData(at: request.medium, limit: request.limit)
    },
    call: { call, request in
      call.table.media_data?(
        call.table.`self`, call.publication, Int32(truncatingIfNeeded: request.index),
        Int32(truncatingIfNeeded: request.medium), UInt64(request.answerLimit), call.sink)
    },
    export: { table in
      table.media_data = {
        let request = PublicationRequest(
          .mediaData, index: Int($2), medium: Int($3), limit: Int(clamping: $4))
        return answerExported(request, $1, $5)
      }
    })
}

extension ChannelPage: MediaPage {
  public func media() throws(PageError) -> [MediaItem] {
    try publication.list(.media, index: index, if: .media)
  }

  public func mediaData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    guard publication.offers(.media), index >= 0 else { throw .noSuchMedium(index) }
    let bytes = try publication.answer(
      PublicationRequest(.mediaData, index: self.index, medium: index, limit: limit))
    guard bytes.count <= limit else {
      throw PageError(.limit, "the medium is larger than \(limit) bytes")
    }
    return bytes
  }
}
