import RectoHTTP

/// `/healthz` for supervisors that restart an unresponsive server, and `/metrics` for Prometheus.
struct HealthService: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  func response(to call: RequestContext) async throws -> HTTPResponse? {
    switch call.path {
    case ["healthz"]:
      return call.answer(
        Array("ok\n".utf8), type: "text/plain; charset=utf-8", caching: .never)
    case ["metrics"]:
      return call.answer(
        Array(await context.metrics.exposition().utf8),
        type: "text/plain; version=0.0.4; charset=utf-8", caching: .never)
    default: return nil
    }
  }
}
