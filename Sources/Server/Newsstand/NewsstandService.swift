import RectoHTTP
import RectoJSON
import RectoNewsstand
import RectoPageModel

/// `/api/1/newsstand`: the issues of stores and of the library, their state, and the possible
/// actions. Without a library all answer with 404.
struct NewsstandService: Service {
  private let library: Newsstand?
  private let keys: IssueKeys
  private let canChangeStores: Bool

  init(_ configuration: ServerConfiguration) {
    library = configuration.newsstand
    keys = IssueKeys(library)
    canChangeStores = StoreService.isAllowed(configuration)
  }

  private var newsstand: Newsstand { get throws(ServerError) { try library.required() } }
  private var purchases: PurchaseAnswers {
    get throws(ServerError) { PurchaseAnswers(try newsstand) }
  }

  var routes: [Route] {
    [
      Route("/api/1/newsstand") { call in
        try await NewsstandDocument(try newsstand, call, canChangeStores: canChangeStores)
          .response()
      },
      Route("/api/1/newsstand/events") { _ in NewsstandEvents(try newsstand).response() },
      Route("/api/1/newsstand/icon.png") { call in
        let size = try call.query.integer("size", in: 16...1024) ?? 256
        return call.answer(try await newsstand.icon(size: size), type: "image/png")
      },
      Route("/api/1/newsstand/search", get: search),
      Route("/api/1/newsstand/issues/{key}/cover") { call in
        let cover = try await newsstand.cover(of: try await keys.id(call.parameters["key"]))
        return call.answer(cover.bytes, type: cover.mediaType)
      },
      Route("/api/1/newsstand/issues/{key}/previews/{n:index}") { call in
        let picture = try await newsstand.preview(
          try call.parameters.index("n"), of: try await keys.id(call.parameters["key"]))
        return call.answer(picture.bytes, type: picture.mediaType)
      },
      Route("/api/1/newsstand/refresh", post: command(refresh)),
      Route(
        "/api/1/newsstand/purchases", post: command { _ in try await newsstand.refreshPurchases() }),
      Route(
        "/api/1/newsstand/restore",
        post: { call in
          try call.requireOwnOrigin()
          return try await purchases.restore(call)
        }),
      Route(
        "/api/1/newsstand/settings", get: { try await purchases.settings($0) },
        post: command { try await purchases.change($0) }),
    ] + IssueAction.allCases.map(route) + SubscriptionAction.allCases.map(route)
  }

  /// A handler of a command that a page of this server may send: 204.
  private func command(
    _ body: @escaping @Sendable (RequestContext) async throws -> Void
  ) -> Route.Handler {
    { call in
      try call.requireOwnOrigin()
      try await body(call)
      return HTTPResponse(.noContent)
    }
  }

  private func route(_ action: IssueAction) -> Route {
    Route(
      RoutePattern("/api/1/newsstand/issues/{key}/\(action.rawValue)"),
      post: command { call in
        try await action.perform(on: try await keys.id(call.parameters["key"]), try newsstand)
      })
  }

  private func route(_ action: SubscriptionAction) -> Route {
    Route(
      RoutePattern("/api/1/newsstand/subscriptions/{key}/\(action.rawValue)"),
      post: command { try await purchases.perform(action, onSubscription: $0.parameters["key"]) })
  }

  private func refresh(_ call: RequestContext) async throws {
    // A look at the shelf asks no more often than the catalogs' servers say.
    let isDue = try call.query.flag("due")
    // A shop that does not answer leaves its earlier answers.
    if try await newsstand.shop != nil, !isDue { try? await newsstand.refreshPurchases() }
    if isDue { try await newsstand.refreshIfDue() } else { try await newsstand.refresh() }
  }

  private func search(_ call: RequestContext) async throws -> HTTPResponse {
    guard let query = try call.query.text("q"), !query.isEmpty else {
      throw ServerError.badRequest("q is missing: give the text to search for")
    }
    let limit = try call.query.integer("limit", in: 1...500) ?? 50
    let hits = try await newsstand.search(query, limit: limit)
    return call.json { json in
      json.object { json in
        json.member("query", query)
        json.key("hits")
        json.array(hits) { json, hit in
          json.object { json in
            json.member("publication", IssueKey.publication(of: hit.id))
            json.member("title", hit.title)
            json.member("page", hit.page)
            json.member("text", hit.snippet)
            json.key("marks")
            json.array(hit.marks) { json, mark in
              json.array([mark.lowerBound, mark.upperBound]) { $0.value($1) }
            }
          }
        }
      }
    }
  }
}

/// The actions that a person can request for an issue.
enum IssueAction: String, CaseIterable {
  case download, cancel, install, archive, read, buy, update

  /// A download goes on when this returns.
  func perform(on id: IssueID, _ newsstand: Newsstand) async throws(NewsstandError) {
    switch self {
    case .download: try await newsstand.begin(id)
    case .cancel: try await newsstand.cancel(id)
    case .install: try await newsstand.install(id)
    case .archive: try await newsstand.archive(id)
    case .read: try await newsstand.markRead(id)
    case .buy: try await newsstand.buy(id)
    case .update: try await newsstand.beginUpdate(id)
    }
  }
}
