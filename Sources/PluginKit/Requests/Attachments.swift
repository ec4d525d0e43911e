import CRectoPlugin
import RectoPageModel

extension RequestDeclaration {
  static let attachments = RequestDeclaration.ofPublication(
    "the attachments", .attachments,
    answer: { _, publication throws(PageError) in
      exactJSON(try (publication as? any AttachmentsPublication)?.attachments() ?? [])
    },
    call: { call, _ in call.ask(call.table.attachments) },
    export: { $0.attachments = { answerExported(PublicationRequest(.attachments), $1, $2) } })

  static let attachmentData = RequestDeclaration(
    subject: { "attachment \($0.index &+ 1)" }, capability: .attachments, goal: { _ in nil },
    answersBytes: true,
    answer: { request, publication throws(PageError) in
      guard let publication = publication as? any AttachmentsPublication else {
        throw .noSuchAttachment(request.index)
      }
      return try publication.attachmentData(at: request.index, limit: request.limit)
    },
    call: { call, request in
      call.table.attachment_data?(
        call.table.`self`, call.publication, Int32(truncatingIfNeeded: request.index),
        UInt64(request.answerLimit), call.sink)
    },
    export: { table in
      table.attachment_data = {
        let request = PublicationRequest(
          .attachmentData, index: Int($2), limit: Int(clamping: $3))
        return answerExported(request, $1, $4)
      }
    })
}

extension ChannelPublication: AttachmentsPublication {
  public func attachments() throws(PageError) -> [Attachment] {
    try list(.attachments, if: .attachments)
  }

  public func attachmentData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    guard offers(.attachments), index >= 0 else { throw .noSuchAttachment(index) }
    let bytes = try answer(PublicationRequest(.attachmentData, index: index, limit: limit))
    guard bytes.count <= limit else {
      throw PageError(.limit, "the attachment is larger than \(limit) bytes")
    }
    return bytes
  }
}

extension PageError {
  fileprivate static func noSuchAttachment(_ index: Int) -> PageError {
    PageError(.badRequest, "there is no attachment \(index &+ 1)")
  }
}
