import RectoHTTP
import RectoPageModel

/// The stages of every request: admission, its route's handler, delivery, observation.
struct RequestChain: Sendable {
  private let context: ServerContext
  private let router: Router
  private let admission: Admission
  private let delivery: Delivery

  init(_ context: ServerContext, _ services: [any Service]) {
    self.context = context
    admission = Admission(context.configuration)
    router = Router(services + admission.services)
    delivery = Delivery(
      isPrivate: context.configuration.token != nil, origins: context.configuration.origins)
  }

  func response(to request: HTTPRequest) async -> HTTPResponse {
    let began = ContinuousClock.now
    let client = Client(of: request, context.configuration)
    let match = router.match(request.target.segments)
    context.metrics.begin()
    let answer = await answer(to: request, client, match?.route, match?.parameters)
    let response = delivery.finish(answer, to: request)
    let exchange = ObservedExchange(
      request: request, response: response, client: client.address,
      route: match?.route.pattern.text ?? "other", duration: .now - began)
    context.metrics.end(exchange)
    context.configuration.accessLog?.write(exchange)
    return response
  }

  private func answer(
    to request: HTTPRequest, _ client: Client, _ route: Route?, _ parameters: PathParameters?
  ) async -> HTTPResponse {
    let call = RequestContext(
      request: request, parameters: parameters ?? PathParameters(),
      query: QueryParameters(request.target.query), base: client.base, client: client.address)
    do {
      if request.method == .options {
        return HTTPResponse(.noContent, headers: ["Allow": try found(route, call).allowedMethods])
      }
      try admission.check(request)
      if route?.isPublic != true, let response = try admission.authenticate(call) {
        return response
      }
      try admission.enter(client.address)
      defer { admission.leave(client.address) }
      return try await WorkAccount.$current.withValue(WorkAccount(address: client.address)) {
        try await found(route, call).response(to: call)
      }
    } catch {
      // The task of a client that has left is cancelled: its result is not sent.
      guard !Task.isCancelled else { return HTTPResponse(.clientClosedRequest) }
      return ServerError(of: error).response
    }
  }

  /// Throws 404 where nothing is at the path, and 405 for a method that no path takes.
  private func found(_ route: Route?, _ call: RequestContext) throws(ServerError) -> Route {
    if let route { return route }
    guard [.get, .head, .post, .options].contains(call.request.method) else {
      throw ServerError(
        .methodNotAllowed, "only GET, HEAD, POST and OPTIONS are supported here",
        headers: ["Allow": "GET, HEAD, POST, OPTIONS"])
    }
    throw .notFound("there is nothing at \(call.request.target.path.printable)")
  }
}
