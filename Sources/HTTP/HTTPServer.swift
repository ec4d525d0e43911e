import CRectoMicroHTTPD
import Glibc
import Synchronization

/// An HTTP/1.1 server on libmicrohttpd. It serves until it is stopped, even without references.
///
///     let server = try HTTPServer(configuration) { request in
///       HTTPResponse("You asked for \(request.target.path)")
///     }
///     print(server.url)
///     await server.stop()
///
/// The handler is called once a request, in a separate task, when the body is complete. The task is
/// cancelled when the client goes; its answer is dropped then. Malformed requests are answered
/// without it.
public final class HTTPServer: Sendable {
  /// The port that it listens on.
  public let port: Int
  /// The address, such as `http://127.0.0.1:8000`.
  public let url: String
  let core: ServerCore
  /// libmicrohttpd allows its functions to be called from any thread.
  private nonisolated(unsafe) let daemon: OpaquePointer
  private let slowClients: Task<Void, Never>
  private let stopping = Mutex<Task<Void, Never>?>(nil)

  /// Starts to serve. `now` is the clock by which slow clients are detected. Throws `HTTPError`.
  /// Calls `MHD_start_daemon`.
  public init(
    _ configuration: HTTPConfiguration = HTTPConfiguration(),
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) throws(HTTPError) {
    let socket = try ListeningSocket(address: configuration.address, port: configuration.port)
    let watch: HangupWatch
    do throws(HTTPError) {
      watch = try HangupWatch()
    } catch {
      close(socket.descriptor)
      throw error
    }
    core = ServerCore(configuration, watch, now: now, handler)
    port = socket.port
    let host = configuration.address
    url = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    var settings = Callbacks.settings(core, socket)
    guard let daemon = microhttpd_start(&settings) else {
      watch.stop()
      close(socket.descriptor)
      throw HTTPError(.cannotStart, "the server cannot be started: there are no resources left")
    }
    self.daemon = daemon
    slowClients = Task.detached { [connections = core.connections] in await connections.watch() }
    // The daemon's own reference, released when it has stopped.
    _ = Unmanaged.passRetained(core)
  }

  /// Stops: refuses new connections and requests, ends streams, waits for handlers and their
  /// answers, and then closes all connections.
  ///
  /// Handlers that take longer than `grace` are cancelled, and waited for. It may be called more
  /// than once; each call returns when the server has stopped. Calls `MHD_quiesce_daemon`,
  /// `MHD_stop_daemon`.
  public func stop(grace: Duration = .seconds(5)) async {
    let task = stopping.withLock { stopping in
      let task = stopping ?? Task.detached { [self] in await shutDown(grace) }
      stopping = task
      return task
    }
    await task.value
  }

  /// The number of streams whose writers wait for their clients: a test reads nothing until there
  /// is one.
  var waitingWriters: Int { core.exchanges.count { $0.isWaitingForClient } }

  private func shutDown(_ grace: Duration) async {
    core.beginStopping()
    let socket = MHD_quiesce_daemon(daemon)
    if socket >= 0 { close(socket) }
    for exchange in core.exchanges { exchange.endStream() }
    await wait(atMost: grace) { core.exchanges.allSatisfy { !$0.isBusy && !$0.isUnanswered } }
    for exchange in core.exchanges where exchange.isBusy { exchange.cancel() }
    // A suspended connection cannot be closed: each handler has to return first.
    await wait { core.exchanges.allSatisfy { !$0.isBusy } }
    await wait(atMost: .seconds(core.limits.lastAnswerSeconds)) {
      core.exchanges.allSatisfy { !$0.isUnanswered }
    }
    slowClients.cancel()
    await withCheckedContinuation { done in
      startThread { [self] in
        MHD_stop_daemon(daemon)
        core.watch.stop()
        Unmanaged.passUnretained(core).release()
        done.resume()
      }
    }
  }

  /// Polls `condition` every few milliseconds, for at most `limit`.
  private func wait(atMost limit: Duration? = nil, until condition: () -> Bool) async {
    let end = limit.map { ContinuousClock.now + $0 }
    while !condition(), end.map({ ContinuousClock.now < $0 }) ?? true {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}
