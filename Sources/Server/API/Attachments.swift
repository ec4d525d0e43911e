import RectoHTTP
import RectoPageModel
import RectoPipeline

/// `/api/1/publications/{id}/attachments/{n}`: a file that a publication carries.
struct Attachments: Sendable {
  private let call: PublicationCall

  init(_ call: PublicationCall) { self.call = call }

  /// The bytes of one, which browsers save and never show: they come from strangers. Throws 404, and
  /// what reading them throws.
  func response(_ index: Int) async throws -> HTTPResponse {
    let publication = call.publication
    let tag = EntityTag(parts: [
      "attachment", call.item.version, publication.backend.id, publication.backend.version,
      "\(index)",
    ])
    let attachments = try await call.reading { () async throws(PageError) in
      try await publication.attachments()
    }
    guard attachments.indices.contains(index) else {
      throw ServerError.notFound(noSuch("attachment", index, of: attachments.count, from: 0))
    }
    let headers: HTTPHeaders = [
      "Content-Type": "application/octet-stream", "ETag": tag.header,
      "Cache-Control": Caching.revalidate.header,
      "Content-Security-Policy": ContentPolicy.foreign,
      "Content-Disposition": contentDisposition(
        "attachment", fileName: attachments[index].fileName),
    ]
    if call.call.hasCurrent(tag) { return HTTPResponse(.notModified, headers: headers) }
    let kept = try await call.context.media.medium(tag, type: "application/octet-stream") {
      () async throws(PageError) in
      try await publication.attachmentData(at: index)
    }
    return HTTPResponse(.ok, headers: headers, body: .file(kept.file))
  }
}
