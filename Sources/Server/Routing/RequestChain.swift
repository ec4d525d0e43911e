import RectoHTTP
import RectoPageModel

/// The stages of every request: admission, the services, delivery, observation.
struct RequestChain: Sendable {
  private let context: ServerContext
  private let services: [any Service]
  private let admission: Admission
  private let delivery: Delivery

  init(_ context: ServerContext, _ services: [any Service]) {
    self.context = context
    self.services = services
    admission = Admission(context.configuration)
    delivery = Delivery(
      isPrivate: context.configuration.token != nil, origins: context.configuration.origins)
  }

  func response(to request: HTTPRequest) async -> HTTPResponse {
    let began = ContinuousClock.now
    let client = Client(of: request, context.configuration)
    context.metrics.begin()
    let response = delivery.finish(await answer(to: request, client), to: request)
    let exchange = ObservedExchange(
      request: request, response: response, client: client.address, duration: .now - began)
    context.metrics.end(exchange)
    context.configuration.accessLog?.write(exchange)
    return response
  }

  private func answer(to request: HTTPRequest, _ client: Client) async -> HTTPResponse {
    let call = RequestContext(
      request: request, path: request.target.segments, query: QueryParameters(request.target.query),
      base: client.base, client: client.address)
    if request.method == .options { return options(call) }
    do {
      try admission.check(request)
      if let response = try admission.session(call) { return response }
      try admission.enter(client.address)
      defer { admission.leave(client.address) }
      return try await WorkAccount.$current.withValue(WorkAccount(address: client.address)) {
        try await perform(call)
      }
    } catch {
      // The task of a client that has left is cancelled: its result is not sent.
      guard !Task.isCancelled else { return HTTPResponse(.clientClosedRequest) }
      return ServerError(of: error).response
    }
  }

  /// The methods that a path takes.
  private func options(_ call: RequestContext) -> HTTPResponse {
    let gets = services.contains { $0.takesOnlyPost(call) } ? "" : "GET, HEAD, "
    let posts = services.contains { $0.takesPost(call) } ? "POST, " : ""
    return HTTPResponse(.noContent, headers: ["Allow": "\(gets)\(posts)OPTIONS"])
  }

  private func perform(_ call: RequestContext) async throws -> HTTPResponse {
    switch call.request.method {
    case .get, .head:
      for service in services {
        if let response = try await service.response(to: call) { return response }
      }
      if services.contains(where: { $0.takesOnlyPost(call) }) {
        throw ServerError(
          .methodNotAllowed, "only POST is supported here",
          headers: ["Allow": "POST, OPTIONS"])
      }
      throw ServerError.notFound("there is nothing at \(call.request.target.path.printable)")
    default:
      let service = services.first { $0.takesPost(call) }
      guard call.request.method == .post, let service else {
        throw ServerError.methodNotAllowed(takesPost: service != nil)
      }
      return try await service.post(call)
    }
  }
}
