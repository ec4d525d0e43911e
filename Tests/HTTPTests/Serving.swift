import RectoHTTP
import TestSupport

/// Waits until the task is cancelled.
func untilCancelled() async {
  let cancelled = Future<Void>()
  await withTaskCancellationHandler {
    _ = try? await cancelled.valueWithoutLimit()
  } onCancel: {
    cancelled.fulfill(())
  }
}

/// A server with no limit on time that a busy machine could reach.
let patientConfiguration: HTTPConfiguration = {
  var configuration = HTTPConfiguration()
  configuration.limits.idleSeconds = 86_400
  configuration.limits.headerSeconds = 86_400
  configuration.limits.lastAnswerSeconds = 86_400
  return configuration
}()

/// For a server that is to wait for its handlers however long they take.
let patientGrace = Duration.seconds(86_400)

/// Serves with `handler` while `body` runs, and stops.
func withServer(
  _ configuration: HTTPConfiguration = patientConfiguration,
  clock: ManualClock? = nil,
  _ handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
  _ body: (HTTPServer) async throws -> Void
) async throws {
  let server = try HTTPServer(configuration, handler: handler) { clock?.now ?? .now }
  do {
    try await body(server)
  } catch {
    await server.stop(grace: .zero)
    throw error
  }
  await server.stop(grace: .zero)
}
