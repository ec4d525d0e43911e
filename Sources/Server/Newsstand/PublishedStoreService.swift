import RectoHTTP
import RectoNewsstand
import RectoPageModel
import RectoPipeline

/// `/store/…`: a published store, with paid content only against a receipt.
struct PublishedStoreService: Service {
  private let store: PublishedStore
  private let types = MediaTypes([])

  init(_ store: PublishedStore) {
    self.store = store
  }

  var routes: [Route] { [Route("/store/{path...}", get: file)] }

  private func file(_ call: RequestContext) async throws -> HTTPResponse {
    let path = call.parameters.rest
    let headers = call.request.headers
    let file: PublishedStore.File
    do throws(NewsstandError) {
      file = try store.file(
        at: path,
        account: headers["Authorization"].flatMap { field in
          field.lowercased().hasPrefix("bearer ") ? String(field.dropFirst(7)) : nil
        }, receipt: headers["Recto-Receipt"])
    } catch {
      switch error.code {
      case .needsAuthorization:
        throw ServerError(
          .unauthorized, error.message, headers: ["WWW-Authenticate": "Bearer realm=\"store\""])
      case .needsPurchase: throw ServerError(.paymentRequired, error.message)
      default: throw ServerError.notFound(error.message)
      }
    }
    let region = try ShelfFile.open(file.path)
    guard let state = SourceState(file.path) else {
      throw ServerError.notFound("the file is not there any more")
    }
    return HTTPResponse(
      .ok,
      headers: [
        "Content-Type": Self.feedTypes[path[0]] ?? types.type(ofFile: file.path),
        "ETag": EntityTag(parts: ["store", state.version]).header,
        "Last-Modified": state.modified.httpDate,
        "Cache-Control": file.isPaid ? Caching.never.header : Caching.revalidate.header,
        "Content-Security-Policy": ContentPolicy.foreign,
      ], body: .file(region))
  }

  private static let feedTypes = [
    "catalog.json": "application/json", "opds2.json": "application/opds+json",
    "opds.xml": "application/atom+xml;profile=opds-catalog", "info.xml": "application/xml",
    "issues.plist": "application/xml",
  ]
}
