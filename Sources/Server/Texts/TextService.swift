import RectoHTTP
import RectoPageModel

/// The text of a page as ALTO, hOCR or plain text.
struct TextService: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  var routes: [Route] {
    TextForm.allCases.map { form in
      Route(RoutePattern("/text/{id}/{page:index}.\(form.rawValue)")) { call in
        try await text(call, form)
      }
    }
  }

  private func text(_ call: RequestContext, _ form: TextForm) async throws -> HTTPResponse {
    let index = try call.parameters.index("page")
    let text = try await context.shelf.reading(call.parameters["id"]) { item, publication in
      let record = try await context.shelf.record(item)
      let page = try await context.scheduler.run(.visible) { () async throws(PageError) in
        try await publication.textDocument(ofPage: index)
      }
      return form.file(of: page, of: record)
    }
    return call.answer(Array(text.utf8), type: form.mediaType)
  }
}
