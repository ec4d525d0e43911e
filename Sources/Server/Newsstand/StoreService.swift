import RectoHTTP
import RectoNewsstand
import RectoPageModel

/// `/api/1/newsstand/stores/…`: adds, renames and removes catalogs, and has their new issues downloaded
/// automatically or not.
///
/// A catalog may be anywhere in the network of this machine, as the person names it. So only a
/// client of this machine, or one that knows the token, may name one.
struct StoreService: Service {
  private let library: Newsstand?
  private let isAllowed: Bool

  private enum Action: String, CaseIterable {
    case add, rename, remove, subscribe, unsubscribe
  }

  init(_ configuration: ServerConfiguration) {
    library = configuration.newsstand
    isAllowed = Self.isAllowed(configuration)
  }

  /// True if a server's clients may add and remove catalogs.
  static func isAllowed(_ configuration: ServerConfiguration) -> Bool {
    configuration.isLoopback && configuration.publicURL == nil || configuration.token != nil
  }

  var routes: [Route] {
    Action.allCases.map { action in
      Route(
        RoutePattern("/api/1/newsstand/stores/\(action.rawValue)"),
        post: { try await perform(action, $0) })
    }
  }

  /// Takes `{"url","name","key"}`. A new catalog that cannot be fetched is an error, and is not kept.
  private func perform(_ action: Action, _ call: RequestContext) async throws -> HTTPResponse {
    let newsstand = try library.required()
    try call.requireOwnOrigin()
    guard isAllowed else {
      throw ServerError(
        .forbidden,
        "stores can be changed only on the server itself (recto store) or with a token (recto "
          + "serve --token-file)")
    }
    guard let url = call.jsonText("url"), !url.isEmpty else {
      throw ServerError.badRequest("url is missing: send {\"url\": \"https://…\"}")
    }
    do throws(NewsstandError) {
      switch action {
      case .add: try await add(url, try publisherKey(call), to: newsstand)
      case .rename: try await newsstand.renameStore(url, to: call.jsonText("name"))
      case .remove:
        guard try await newsstand.stores().contains(url) else {
          throw NewsstandError(.notFound, "there is no such store")
        }
        try await newsstand.removeStore(url)
      case .subscribe: try await newsstand.subscribe(to: url)
      case .unsubscribe: try await newsstand.unsubscribe(from: url)
      }
      return HTTPResponse(.noContent)
    } catch {
      // The address itself is the client's.
      if error.code == .refused { throw ServerError.badRequest(error.message) }
      throw error
    }
  }

  private func publisherKey(_ call: RequestContext) throws(NewsstandError) -> PublisherKey? {
    guard let text = call.jsonText("key"), !text.isEmpty else { return nil }
    guard let key = PublisherKey(text) else {
      throw NewsstandError(
        .badRequest, "the key is not a public key of minisign, which begins with RW")
    }
    return key
  }

  private func add(
    _ url: String, _ key: PublisherKey?, to newsstand: Newsstand
  ) async throws(NewsstandError) {
    guard try await !newsstand.stores().contains(url) else {
      throw NewsstandError(.notNow, "the store has already been added")
    }
    try await newsstand.addStore(url, key: key)
    let facts = try await newsstand.facts(ofStore: url)
    guard let error = facts.error, facts.age == nil else { return }
    try await newsstand.removeStore(url)
    throw error
  }
}
