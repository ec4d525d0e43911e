import RectoHTTP
import RectoPageModel
import RectoPipeline

/// `POST /api/1/publications/{id}/pages/{n}/frame`: whether the site of a link can be shown in a frame.
///
/// The site learns of the reader by this request, so a client sends it for a link that a person
/// follows.
struct LinkFraming: Sendable {
  private static let longest = 8 << 10

  private let call: PublicationCall
  private let page: Int

  init(_ call: PublicationCall, page: Int) {
    self.call = call
    self.page = page
  }

  /// `{"allowed":true}`. Throws 404 for a URL that is not of a link on the page, which keeps clients
  /// from having the server ask others.
  func response() async throws -> HTTPResponse {
    try call.call.requireOwnOrigin()
    guard let url = call.call.jsonText("url"), url.utf8.count <= Self.longest else {
      throw ServerError.badRequest("the body is not {\"url\": …}, with the URL of a link")
    }
    let links = try await call.reading { () async throws(PageError) in
      try await call.publication.links(ofPage: page)
    }
    guard links.contains(where: { $0.target == .url(url) }) else {
      throw ServerError.notFound("no link of the page has this URL")
    }
    let isAllowed = await call.context.configuration.frames.allowsFrames(url)
    return call.call.json(caching: .never) { json in
      json.object { $0.member("allowed", isAllowed) }
    }
  }
}
