import RectoHTTP
import RectoPageModel
import RectoPipeline

/// The JSON API, version 1 (docs/serve.md and `/api/1/openapi.json`): what no standard has, and what
/// the reader in the browser is made of.
struct PublicationsService: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  func takesPost(_ call: RequestContext) -> Bool {
    call.path.count == 5 && call.path.starts(with: Self.root)
      && ["locate", "password"].contains(call.path[4])
  }

  func takesOnlyPost(_ call: RequestContext) -> Bool {
    takesPost(call) && call.path[4] == "password"
  }

  func post(_ call: RequestContext) async throws -> HTTPResponse {
    if call.path[4] == "password" { return try await PasswordEntry(call, context).response() }
    return try await reading(call, .locate) { try await PlaceFinding($0).response() }
  }

  func response(to call: RequestContext) async throws -> HTTPResponse? {
    guard call.path.starts(with: ["api", "1"]) else { return nil }
    if call.path == ["api", "1", "openapi.json"] {
      return call.answer(description(call), type: "application/json")
    }
    guard call.path.starts(with: Self.root) else { return nil }
    if call.path.count == 3 { return try await PublicationList(call, context.shelf).response() }
    // An unknown resource is refused before any publication is opened.
    guard let resource = PublicationResource(call.path.dropFirst(4)) else { return nil }
    return try await reading(call, resource) { try await response(resource, $0) }
  }

  /// The OpenAPI document, which says where the API is behind a proxy's prefix.
  private func description(_ call: RequestContext) -> [UInt8] {
    let prefix = call.localLinks.base
    guard !prefix.isEmpty else { return PackageResources.openapi_json }
    let text = String(decoding: PackageResources.openapi_json, as: UTF8.self)
    return Array(text.replacing("\"/api/1\"", with: "\"\(prefix)/api/1\"", maxReplacements: 1).utf8)
  }

  private static let root = ["api", "1", "publications"]

  /// A request for an excerpt gets the whole publication if that is available as fast. Later
  /// requests for pages of an excerpt need that excerpt.
  private func reading(
    _ call: RequestContext, _ resource: PublicationResource,
    _ body: (PublicationCall) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    var layout = try call.query.layout()
    if resource == .publication {
      layout = try await context.shelf.readiest(layout, of: call.path[3])
    }
    let password = context.passwords.password(of: call.path[3], for: call.request)
    var response = try await context.shelf.reading(
      call.path[3], layout, password: password, counting: resource.counting
    ) { item, publication in
      try await body(
        PublicationCall(
          call: call, context: context, item: item, layout: layout, publication: publication))
    }
    if password != nil { response.makePrivate() }
    return response
  }

  private func response(
    _ resource: PublicationResource, _ call: PublicationCall
  ) async throws -> HTTPResponse {
    switch resource {
    case .publication: try await PublicationDocument(call).response()
    case .outline: try await call.outline()
    case .warnings: try await call.warnings()
    case .page(let index): try await PageDocument(call, page: index).response()
    case .pageImage(let index, let format):
      try await ImageParameters(call, format).pageImage(index)
    case .pageText(let index): try await call.text(ofPage: index)
    case .pageMarkdown(let index): try await MarkdownDocument(call).response(page: index)
    case .markdown: try await MarkdownDocument(call).response()
    case .spreadImage(let index, let format):
      try await ImageParameters(call, format).spreadImage(index)
    case .search: try await SearchDocument(call).response()
    case .locate: try await call.locator()
    case .media(let page, let index):
      try await PlacedMedia(call, page: page).response(index)
    case .preflight: try await call.preflight()
    case .articles: try await ArticleDocument(call).list()
    case .article(let index): try await ArticleDocument(call).response(index)
    }
  }
}
