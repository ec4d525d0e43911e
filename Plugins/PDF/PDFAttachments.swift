import CPoppler
import Glibc
import PageModel

extension PDFPublication: AttachmentsPublication {
  /// Calls `poppler_document_get_attachments`.
  func attachments() throws(PageError) -> [Attachment] {
    try withAttachments { attachments in
      attachments.map { attachment in
        let size = poppler_attachment_get_size(attachment)
        return Attachment(
          name: borrowString(poppler_attachment_get_name(attachment)) ?? "",
          description: borrowString(poppler_attachment_get_description(attachment)),
          // A size that the source does not state is the largest number there is.
          size: size > 0 ? Int(exactly: size) : nil,
          modified: poppler_attachment_get_mtime(attachment).flatMap {
            timestamp(time_t(g_date_time_to_unix($0)))
          })
      }
    }
  }

  /// Calls `poppler_attachment_save_to_callback`, which stops where the limit is passed.
  func attachmentData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    var collector = Collector(limit: limit)
    let isSaved: Bool = try withAttachments { attachments throws(PageError) in
      guard attachments.indices.contains(index) else {
        throw PageError(.badRequest, "there is no attachment \(index + 1)")
      }
      return withUnsafeMutablePointer(to: &collector) { collector in
        poppler_attachment_save_to_callback(
          attachments[index], collect, collector, nil) != 0
      }
    }
    guard !collector.isFull else {
      throw PageError(.limit, "the attachment is larger than \(limit) bytes")
    }
    guard isSaved else { throw PageError(.damaged, "the attachment cannot be read") }
    return collector.bytes
  }

  private func withAttachments<Result>(
    _ body: ([UnsafeMutablePointer<PopplerAttachment>]) throws(PageError) -> Result
  ) throws(PageError) -> Result {
    let list = poppler_document_get_attachments(document)
    let attachments = elements(list)
    defer {
      for attachment in attachments { g_object_unref(attachment) }
      g_list_free(list)
    }
    return try body(attachments.map { $0.assumingMemoryBound(to: PopplerAttachment.self) })
  }
}

private struct Collector {
  var bytes: [UInt8] = []
  let limit: Int
  var isFull = false

  init(limit: Int) {
    self.limit = limit
  }
}

/// A `PopplerAttachmentSaveFunc`; a zero result ends the saving.
private func collect(
  _ data: UnsafePointer<gchar>?, _ count: gsize, _ context: gpointer?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
) -> gboolean {
  guard let data, let context else { return 0 }
  let collector = context.assumingMemoryBound(to: Collector.self)
  guard collector.pointee.bytes.count + Int(count) <= collector.pointee.limit else {
    collector.pointee.isFull = true
    return 0
  }
  collector.pointee.bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: Int(count)))
  return 1
}
