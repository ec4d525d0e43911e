import RectoHTTP
import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoPluginKit

/// `POST /api/1/publications/{id}/locate`: the page of a place, which may be of another layout.
struct PlaceFinding: Sendable {
  private let call: PublicationCall

  init(_ call: PublicationCall) {
    self.call = call
  }

  /// `{"page":3}`, or `{"page":null}` where the publication does not have the place.
  func response() async throws -> HTTPResponse {
    let locator: Locator
    do throws(JSONError) {
      locator = try Locator(jsonBytes: call.call.request.body)
    } catch {
      throw ServerError.badRequest("the body is not a Locator: \(error.description)")
    }
    let page = try await call.reading { () async throws(PageError) in
      try await call.publication.page(of: locator)
    }
    return call.call.json(caching: .never) { json in
      json.object { json in
        json.key("page")
        if let page { json.value(page) } else { json.null() }
      }
    }
  }
}
