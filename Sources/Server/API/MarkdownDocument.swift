import RectoHTTP
import RectoJSON
import RectoPageModel
import RectoPipeline

/// `/api/1/publications/{id}/markdown` and `…/pages/{n}/markdown`: text as Markdown, with the pages and
/// places of its words.
struct MarkdownDocument: Sendable {
  private let call: PublicationCall

  init(_ call: PublicationCall) {
    self.call = call
  }

  /// The articles one after the other. Throws 404 if there is no text.
  func response() async throws -> HTTPResponse {
    let articles = try await call.context.shelf.articles.articles(
      of: call.item, call.layout, in: call.publication)
    guard !articles.isEmpty else {
      throw ServerError.notFound("the publication has no text of which Markdown could be made")
    }
    return try document(MappedMarkdown(articles))
  }

  /// One page, with the pages around it read as well. Throws 404 if there is no such page.
  func response(page: Int) async throws -> HTTPResponse {
    let made = try await call.reading { () async throws(PageError) in
      try await call.publication.markdown(ofPages: [page], .visible)
    }
    return try document(made.markdown)
  }

  private func document(_ markdown: MappedMarkdown) throws -> HTTPResponse {
    let includesGlyphs = try call.call.query.flag("glyphs")
    return call.call.json { json in
      json.object { markdown.writeMembers(to: &$0, includesGlyphs: includesGlyphs) }
    }
  }
}
