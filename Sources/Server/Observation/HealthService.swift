import RectoHTTP

/// `/healthz` for supervisors that restart an unresponsive server, and `/metrics` for Prometheus.
struct HealthService: Service {
  private let context: ServerContext

  init(_ context: ServerContext) {
    self.context = context
  }

  var routes: [Route] {
    [
      // A program that watches the server sees no publication by it.
      Route("/healthz", isPublic: true) { call in
        call.answer(Array("ok\n".utf8), type: "text/plain; charset=utf-8", caching: .never)
      },
      Route("/metrics") { call in
        call.answer(
          Array(await context.metrics.exposition().utf8),
          type: "text/plain; version=0.0.4; charset=utf-8", caching: .never)
      },
    ]
  }
}
