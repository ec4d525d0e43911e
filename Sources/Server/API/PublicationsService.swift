import RectoHTTP
import RectoPageModel
import RectoPipeline

/// The JSON API, version 1 (docs/serve.md and `/api/1/openapi.json`): resources that no standard
/// has, and those that the reader in the browser uses.
struct PublicationsService: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  var routes: [Route] {
    [
      Route("/api/1/openapi.json", get: description),
      Route(
        "/api/1/publications", get: { try await PublicationList($0, context.shelf).response() }),
      Route("/api/1/publications/{id}", get: document),
      Route(
        "/api/1/publications/{id}/password",
        post: { try await PasswordEntry($0, context).response() }),
      list(.outline), list(.attachments), list(.fonts), list(.layers), list(.formFields),
      list(.images),
      route("attachments/{index:index}", .onDemand) {
        try await Attachments($0).response(try $0.index("index"))
      },
      route("warnings", .onDemand) { try await $0.warnings() },
      route("pages/{page:index}", .onDemand) {
        try await PageDocument($0, page: try $0.index("page")).response()
      },
      route(
        "pages/{page:index}/frame", .onDemand,
        post: {
          try await LinkFraming($0, page: try $0.index("page")).response()
        }),
      route("pages/{page:index}/text", .onDemand) {
        try await $0.text(ofPage: try $0.index("page"))
      },
      route("pages/{page:index}/markdown", .complete) {
        try await MarkdownDocument($0).response(page: try $0.index("page"))
      },
      route("pages/{page:index}/image.{format:image}", .onDemand) {
        try await ImageParameters($0).pageImage(try $0.index("page"))
      },
      route("spreads/{spread:index}/image.{format:image}", .complete) {
        try await ImageParameters($0).spreadImage(try $0.index("spread"))
      },
      route("search", .complete) { try await SearchDocument($0).response() },
      route(
        "locate", .onDemand, { try await $0.locator() },
        post: {
          try await PlaceFinding($0).response()
        }),
      route("media/{page:index}/{index:index}", .onDemand) {
        try await PlacedMedia($0, page: try $0.index("page")).response(try $0.index("index"))
      },
      route("preflight", .complete) { try await $0.preflight() },
      route("markdown", .complete) { try await MarkdownDocument($0).response() },
      route("articles", .complete) { try await ArticleDocument($0).list() },
      route("articles/{article:index}", .complete) {
        try await ArticleDocument($0).response(try $0.index("article"))
      },
    ]
  }

  private typealias Handler = @Sendable (PublicationCall) async throws -> HTTPResponse

  /// A route of an open publication. A page of a book needs its chapter and the number of pages before
  /// it (`onDemand`); a list of pages needs all of them (`complete`).
  private func route(
    _ path: String, _ counting: PageCounting, _ get: Handler? = nil, post: Handler? = nil
  ) -> Route {
    func handler(_ body: @escaping Handler) -> Route.Handler {
      { call in try await reading(call, try call.query.layout(), counting, body) }
    }
    return Route(
      RoutePattern("/api/1/publications/{id}/\(path)"), get: get.map(handler),
      post: post.map(handler))
  }

  /// A route of a list: `{"fonts":[…]}`.
  private func list(_ kind: RequestKind) -> Route {
    let path = kind.name.replacing("_", with: "-")
    return route(kind.isAboutPage ? "pages/{page:index}/\(path)" : path, .onDemand) {
      try await $0.list(kind)
    }
  }

  /// A request for an excerpt gets the whole publication if that is available as fast. Later
  /// requests for pages of an excerpt need that excerpt.
  private func document(_ call: RequestContext) async throws -> HTTPResponse {
    let layout = try await context.shelf.fastestLayout(
      try call.query.layout(), of: call.parameters["id"])
    return try await reading(call, layout, .complete) {
      try await PublicationDocument($0).response()
    }
  }

  private func reading(
    _ call: RequestContext, _ layout: LayoutOptions, _ counting: PageCounting, _ body: Handler
  ) async throws -> HTTPResponse {
    let id = call.parameters["id"]
    let password = context.passwords.password(of: id, for: call.request)
    var response = try await context.shelf.reading(
      id, layout, password: password, counting: counting
    ) { item, publication in
      let call = PublicationCall(
        call: call, context: context, item: item, layout: layout, publication: publication)
      do {
        return try await body(call)
      } catch let error as PageError where error.code == .noSuchPage {
        // Pages of the API count from 0, and those of other messages from 1.
        guard let page = try? call.index("page") else { throw error }
        throw ServerError.notFound(noSuch("page", page, of: publication.pageCount, from: 0))
      }
    }
    if password != nil { response.makePrivate() }
    return response
  }

  /// The OpenAPI document, which says where the API is behind a proxy's prefix.
  private func description(_ call: RequestContext) -> HTTPResponse {
    var document = PackageResources.openapi_json
    let prefix = call.localLinks.base
    if !prefix.isEmpty {
      let text = String(decoding: document, as: UTF8.self)
      document = Array(
        text.replacing("\"/api/1\"", with: "\"\(prefix)/api/1\"", maxReplacements: 1).utf8)
    }
    return call.answer(document, type: "application/json")
  }
}
