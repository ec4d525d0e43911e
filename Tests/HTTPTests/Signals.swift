import HTTP
import Synchronization

/// Something that happens once, which others wait for.
final class Signal: Sendable {
  private let state = Mutex<(isSet: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  func set() {
    let waiting = state.withLock { state in
      state.isSet = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }

  /// Waits for it, whether the task is cancelled or not.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isSet = state.withLock { state in
        if !state.isSet { state.waiting.append(continuation) }
        return state.isSet
      }
      if isSet { continuation.resume() }
    }
  }

  /// Waits until the task is cancelled.
  static func untilCancelled() async {
    let signal = Signal()
    await withTaskCancellationHandler {
      await signal.wait()
    } onCancel: {
      signal.set()
    }
  }
}

/// A server that no client is too slow for: tests may wait long for their turn.
let patientConfiguration: HTTPConfiguration = {
  var configuration = HTTPConfiguration()
  configuration.limits.idleSeconds = 3600
  return configuration
}()

/// Serves with `handler` while `body` runs, and stops.
func withServer(
  _ configuration: HTTPConfiguration = patientConfiguration,
  _ handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
  _ body: (HTTPServer) async throws -> Void
) async throws {
  let server = try HTTPServer(configuration, handler: handler)
  do {
    try await body(server)
  } catch {
    await server.stop(grace: .zero)
    throw error
  }
  await server.stop(grace: .zero)
}
