import RectoBackends
import RectoPageModel
import RectoPipeline
import RectoServer
import TestSupport

/// Serves from this process while `body` runs: for tests that hold up its work or set its time.
func withServer(
  _ sources: String..., backends: [any PageBackend] = builtInBackends(),
  limits: ServerLimits = ServerLimits(),
  clock: ManualClock? = nil,
  _ body: (RectoServer) async throws -> Void
) async throws {
  var configuration = ServerConfiguration()
  configuration.port = 0
  configuration.limits = limits
  let recto = Recto(backends: backends, isolation: .inProcess)
  let server = try RectoServer(recto, sources: sources, configuration) { clock?.now ?? .now }
  do {
    try await body(server)
  } catch {
    await server.stop(grace: .zero)
    throw error
  }
  await server.stop(grace: .zero)
}
