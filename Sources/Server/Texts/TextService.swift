import RectoHTTP
import RectoPageModel

/// The text of a page as ALTO, hOCR or plain text.
struct TextService: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  func response(to call: RequestContext) async throws -> HTTPResponse? {
    guard call.path.count == 3, call.path[0] == "text",
      let dot = call.path[2].firstIndex(of: "."),
      let index = pageIndex(String(call.path[2][..<dot])),
      let form = TextForm(rawValue: String(call.path[2][call.path[2].index(after: dot)...]))
    else { return nil }
    let text = try await context.shelf.reading(call.path[1]) { item, publication in
      let record = try await context.shelf.record(item)
      let page = try await context.desk.run(.visible) { () async throws(PageError) in
        try await publication.textDocument(ofPage: index)
      }
      return form.file(of: page, of: record)
    }
    return call.answer(Array(text.utf8), type: form.mediaType)
  }
}
