import RectoHTTP
import RectoJSON
import RectoNewsstand
import RectoPageModel

/// `/api/1/newsstand/push`: the news of other servers, and the browsers that are to be told of it.
struct PushService: Service {
  private let newsstand: Newsstand?

  init(_ context: ServerContext) {
    newsstand = context.configuration.newsstand
  }

  private enum Target: String {
    case payload = ""
    case key, subscribe, unsubscribe

    init?(_ path: [String]) {
      guard path.starts(with: ["api", "1", "newsstand", "push"]), path.count <= 5 else {
        return nil
      }
      self.init(rawValue: path.count == 5 ? path[4] : "")
    }
  }

  func takesPost(_ call: RequestContext) -> Bool {
    guard let target = Target(call.path) else { return false }
    return target != .key
  }

  func takesOnlyPost(_ call: RequestContext) -> Bool { takesPost(call) }

  /// `push/key`: `{"key"}`, which a browser subscribes to its push service with.
  func response(to call: RequestContext) async throws -> HTTPResponse? {
    guard let newsstand, Target(call.path) == .key else { return nil }
    do throws(NewsstandError) {
      let key = try await newsstand.pushKey()
      return call.json { json in json.object { $0.member("key", key) } }
    } catch {
      throw ServerError(error)
    }
  }

  func post(_ call: RequestContext) async throws -> HTTPResponse {
    guard let newsstand, let target = Target(call.path) else {
      throw ServerError.notFound("the server has no library")
    }
    try call.requireOwnOrigin()
    do throws(NewsstandError) {
      switch target {
      case .payload:
        // As in the command, it lifts the limit of one look in so many seconds.
        let isForced = try flag("force", call)
        return answer(try await newsstand.handlePush(call.request.body, isForced: isForced), call)
      case .subscribe:
        try await newsstand.addPushReader(PushReader(json: call.request.body))
      case .unsubscribe:
        guard let endpoint = call.jsonText("endpoint") else {
          throw NewsstandError(
            .badRequest, "endpoint is missing: send {\"endpoint\": \"https://…\"}")
        }
        try await newsstand.removePushReader(endpoint)
      case .key: break
      }
      return HTTPResponse(.noContent)
    } catch {
      // It is the client that sent too much, and not a server that was asked.
      if error.code == .tooLarge { throw ServerError(.contentTooLarge, error.message) }
      throw ServerError(error)
    }
  }

  private func flag(_ name: String, _ call: RequestContext) throws(NewsstandError) -> Bool {
    do throws(ServerError) { return try call.query.flag(name) } catch {
      throw NewsstandError(.badRequest, error.detail)
    }
  }

  private func answer(_ outcome: PushOutcome, _ call: RequestContext) -> HTTPResponse {
    call.json(caching: .never) { json in
      json.object { json in
        switch outcome {
        case .ignored: json.member("outcome", "ignored")
        case .tooEarly(let next):
          json.member("outcome", "tooEarly")
          json.member("next", Timestamp(seconds: Int(next)).iso8601)
        case .checked(let ids):
          json.member("outcome", "checked")
          json.key("issues")
          json.array(ids) { $0.value($1.text) }
        }
      }
    }
  }
}
