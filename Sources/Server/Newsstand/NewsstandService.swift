import RectoHTTP
import RectoJSON
import RectoNewsstand
import RectoPageModel

/// `/api/1/newsstand`: the issues of stores and of the library, their state, and the possible
/// actions. Not available without a library.
struct NewsstandService: Service {
  private let newsstand: Newsstand?
  private let keys: IssueKeys?
  private let canChangeStores: Bool

  init(_ context: ServerContext) {
    newsstand = context.configuration.newsstand
    canChangeStores = StoreService.isAllowed(context.configuration)
    keys = newsstand.map(IssueKeys.init)
  }

  private enum Target {
    case all, events, icon, search, refresh, restore, purchases, settings
    case cover(String)
    case action(String, String)
    case subscription(String, String)

    init?(_ path: [String]) {
      guard path.starts(with: ["api", "1", "newsstand"]) else { return nil }
      switch path.dropFirst(3) {
      case []: self = .all
      case ["events"]: self = .events
      case ["icon.png"]: self = .icon
      case ["search"]: self = .search
      case ["refresh"]: self = .refresh
      case ["restore"]: self = .restore
      case ["purchases"]: self = .purchases
      case ["settings"]: self = .settings
      case let rest where rest.count == 3 && rest.first == "subscriptions":
        self = .subscription(path[4], path[5])
      case let rest where rest.count == 3 && rest.first == "issues" && rest.last == "cover":
        self = .cover(path[4])
      case let rest where rest.count == 3 && rest.first == "issues":
        self = .action(path[4], path[5])
      default: return nil
      }
    }

    var takesPost: Bool {
      switch self {
      case .refresh, .restore, .purchases, .settings: true
      case .subscription(_, let name): ["subscribe", "cancel"].contains(name)
      case .action(_, let name): NewsstandAction(rawValue: name) != nil
      default: false
      }
    }
  }

  func takesOnlyPost(_ call: RequestContext) -> Bool {
    if case .settings = Target(call.path) { return false }
    return takesPost(call)
  }

  func takesPost(_ call: RequestContext) -> Bool { Target(call.path)?.takesPost == true }

  func response(to call: RequestContext) async throws -> HTTPResponse? {
    guard let newsstand, let keys, let target = Target(call.path) else { return nil }
    do {
      switch target {
      case .all:
        return try await NewsstandDocument(newsstand, call, canChangeStores: canChangeStores)
          .response()
      case .events: return NewsstandEvents(newsstand).response()
      case .icon:
        let size = try call.query.integer("size", in: 16...1024) ?? 256
        return call.answer(try await newsstand.icon(size: size), type: "image/png")
      case .search: return try await search(newsstand, call)
      case .cover(let key):
        let cover = try await newsstand.cover(of: try await keys.id(key))
        return call.answer(cover.bytes, type: cover.mediaType)
      case .settings: return try await PurchaseAnswers(newsstand).settings(call)
      case .refresh, .restore, .purchases, .subscription, .action: return nil
      }
    } catch let error as NewsstandError {
      throw ServerError(error)
    }
  }

  func post(_ call: RequestContext) async throws -> HTTPResponse {
    guard let newsstand, let keys, let target = Target(call.path) else {
      throw ServerError.notFound("the server has no library")
    }
    try call.requireOwnOrigin()
    do {
      switch target {
      case .refresh:
        // A look at the shelf asks no more often than the catalogs' servers say.
        let isDue = try call.query.flag("due")
        // A shop that does not answer leaves its earlier answers.
        if await newsstand.shop != nil, !isDue { try? await newsstand.refreshPurchases() }
        if isDue { try await newsstand.refreshIfDue() } else { try await newsstand.refresh() }
      case .purchases: try await newsstand.refreshPurchases()
      case .restore: return try await PurchaseAnswers(newsstand).restore(call)
      case .settings: return try await PurchaseAnswers(newsstand).change(call)
      case .subscription(let key, let name):
        try await PurchaseAnswers(newsstand).perform(name, onSubscription: key)
      case .action(let key, let name):
        try await NewsstandAction(rawValue: name)?.perform(on: try await keys.id(key), newsstand)
      default: break
      }
      return HTTPResponse(.noContent)
    } catch let error as NewsstandError {
      throw ServerError(error)
    }
  }

  private func search(_ newsstand: Newsstand, _ call: RequestContext) async throws -> HTTPResponse {
    guard let query = try call.query.text("q"), !query.isEmpty else {
      throw ServerError.badRequest("q is missing: say what is searched for")
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
enum NewsstandAction: String {
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

extension ServerError {
  init(_ error: NewsstandError) {
    switch error.code {
    case .badRequest: self = .badRequest(error.message)
    case .notFound: self = .notFound(error.message)
    case .notNow: self.init(.conflict, error.message)
    case .needsPurchase:
      self.init(.paymentRequired, error.message)
      headers["Link"] = error.payment.map { "<\($0)>; rel=\"payment\"" }
    case .cancelled: self = .busy(error.message)
    case .noSpace, .cannotWrite, .badLibrary: self.init(.internalServerError, error.message)
    case .badCatalog, .refused, .unreachable, .stalled, .badAnswer, .needsAuthorization, .corrupt,
      .tooLarge, .badContent:
      self.init(.badGateway, error.message)
    }
  }
}
