import CRectoPoppler
import Glibc
import RectoPageModel

extension PDFPublication: AttachmentsPublication {
  /// Calls `poppler_document_get_attachments`.
  func attachments() throws(PageError) -> [Attachment] {
    try withAttachments { attachments in
      attachments.map { attachment in
        let size = poppler_attachment_get_size(attachment)
        return Attachment(
          name: borrowString(poppler_attachment_get_name(attachment)) ?? "",
          description: borrowString(poppler_attachment_get_description(attachment)),
          // Poppler returns the largest number if the source does not state the size.
          size: size > 0 ? Int(exactly: size) : nil,
          modified: poppler_attachment_get_mtime(attachment).flatMap {
            timestamp(time_t(g_date_time_to_unix($0)))
          })
      }
    }
  }

  /// Calls `poppler_attachment_save_to_callback`, which stops once the limit is exceeded.
  func attachmentData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    try withAttachments { attachments throws(PageError) in
      guard attachments.indices.contains(index) else {
        throw PageError.noSuchAttachment(index)
      }
      return try SavedBytes.collect("the attachment", limit: limit) {
        poppler_attachment_save_to_callback(attachments[index], $0, $1, nil)
      }
    }
  }

  private func withAttachments<Result>(
    _ body: ([UnsafeMutablePointer<PopplerAttachment>]) throws(PageError) -> Result
  ) throws(PageError) -> Result {
    let list = poppler_document_get_attachments(document)
    let attachments = elements(list, of: PopplerAttachment.self)
    defer {
      for attachment in attachments { g_object_unref(attachment) }
      g_list_free(list)
    }
    return try body(attachments)
  }
}
