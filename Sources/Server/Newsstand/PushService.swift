import RectoHTTP
import RectoJSON
import RectoNewsstand
import RectoPageModel

/// `/api/1/newsstand/push`: the news of other servers, and the browsers that are to be told of it.
struct PushService: Service {
  private let library: Newsstand?

  init(_ configuration: ServerConfiguration) {
    library = configuration.newsstand
  }

  var routes: [Route] {
    [
      Route("/api/1/newsstand/push", post: payload),
      // Browsers subscribe to their push service with the key.
      Route("/api/1/newsstand/push/key") { call in
        let key = try await library.required().pushKey()
        return call.json { json in json.object { $0.member("key", key) } }
      },
      Route("/api/1/newsstand/push/subscribe", post: subscribe),
      Route("/api/1/newsstand/push/unsubscribe", post: unsubscribe),
    ]
  }

  private func payload(_ call: RequestContext) async throws -> HTTPResponse {
    // As in the command, it lifts the limit of one look in so many seconds.
    let isForced = try call.query.flag("force")
    return try await accepting(call) { newsstand async throws(NewsstandError) in
      answer(try await newsstand.handlePush(call.request.body, isForced: isForced), call)
    }
  }

  private func subscribe(_ call: RequestContext) async throws -> HTTPResponse {
    try await accepting(call) { newsstand async throws(NewsstandError) in
      try await newsstand.addPushReader(PushReader(json: call.request.body))
      return HTTPResponse(.noContent)
    }
  }

  private func unsubscribe(_ call: RequestContext) async throws -> HTTPResponse {
    guard let endpoint = call.jsonText("endpoint") else {
      throw ServerError.badRequest("endpoint is missing: send {\"endpoint\": \"https://…\"}")
    }
    return try await accepting(call) { newsstand async throws(NewsstandError) in
      try await newsstand.removePushReader(endpoint)
      return HTTPResponse(.noContent)
    }
  }

  private func accepting(
    _ call: RequestContext, _ body: (Newsstand) async throws(NewsstandError) -> HTTPResponse
  ) async throws -> HTTPResponse {
    let newsstand = try library.required()
    try call.requireOwnOrigin()
    do throws(NewsstandError) { return try await body(newsstand) } catch {
      // It is the client that sent too much, and not a server that was asked.
      if error.code == .tooLarge { throw ServerError(.contentTooLarge, error.message) }
      throw error
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
