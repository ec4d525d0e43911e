import RectoHTTP
import RectoPageModel

/// `/files/{id}`: the source file, in parts on request. Folders are not sent.
struct FileService: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  var routes: [Route] { [Route("/files/{id}", get: file)] }

  private func file(_ call: RequestContext) async throws -> HTTPResponse {
    let item = try await context.shelf.item(call.parameters["id"])
    guard item.isFile else {
      throw ServerError.notFound("\(item.id) is a folder, which cannot be sent as a file")
    }
    let region = try ShelfFile.open(item.path)
    guard let state = SourceState(item.path) else {
      throw ServerError.notFound("the file is not there any more")
    }
    return HTTPResponse(
      .ok,
      headers: [
        "Content-Type": context.shelf.mediaType(of: item),
        "Content-Disposition": ShelfFile.disposition(item.path),
        "ETag": EntityTag(parts: ["file", state.version]).header,
        "Last-Modified": state.modified.httpDate, "Cache-Control": Caching.revalidate.header,
        "Content-Security-Policy": ContentPolicy.foreign,
      ], body: .file(region))
  }
}
