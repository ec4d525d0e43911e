import CMicroHTTPD
import Synchronization

/// One request and its answer, from the request's first line until both are over.
///
/// The server's thread brings the request together and suspends the connection; a task of the
/// handler makes the answer and has the thread go on with it.
final class Exchange: Sendable {
  private enum Phase {
    case beginning
    case receiving(HTTPRequest)
    case handling
    case answered(HTTPResponse)
    case sending
    case over
  }

  private struct State {
    var phase = Phase.beginning
    /// The request's.
    var body: [UInt8] = []
    /// The number of discarded bytes of a body that is too long.
    var discarded = 0
    var task: Task<Void, Never>?
    var stream: BodyStream?
  }

  private let target: String
  private let connection: Connection
  private let server: ServerCore
  private let state = Mutex(State())

  init(_ target: String, _ connection: Connection, _ server: ServerCore) {
    self.target = target
    self.connection = connection
    self.server = server
  }

  /// True if its task still runs.
  var isBusy: Bool { state.withLock { $0.task != nil } }

  /// True if the connection is done with it.
  var isOver: Bool { state.withLock { if case .over = $0.phase { true } else { false } } }

  /// True if it has a request whose answer has not been sent.
  var isUnanswered: Bool {
    state.withLock {
      switch $0.phase {
      case .beginning, .receiving, .over: false
      case .handling, .answered, .sending: true
      }
    }
  }

  /// True while the response waits for the client to read more of its stream.
  var isWaitingForClient: Bool { state.withLock { $0.stream }?.hasWaitingWriter == true }

  // MARK: On the server's thread

  /// Receives the next part of the request, until it is answered.
  func receive(
    method: String, _ bytes: UnsafeRawBufferPointer, isConsumed: inout Bool
  ) -> MHD_Result {
    let phase = state.withLock { $0.phase }
    switch phase {
    case .beginning: return begin(HTTPMethod(rawValue: method))
    case .receiving(let request):
      guard bytes.isEmpty else {
        isConsumed = true
        return keep(bytes)
      }
      handle(request)
      return .YES
    case .answered(let response): return send(response, isForHead: method == "HEAD")
    case .handling, .sending, .over: return .YES
    }
  }

  private func begin(_ method: HTTPMethod) -> MHD_Result {
    let headers = HTTPHeaders(of: connection)
    guard !server.isStopping else {
      return send(HTTPResponse("the server stops", status: .serviceUnavailable))
    }
    guard server.hosts.allows(headers["Host"]) else {
      return send(
        HTTPResponse("this server does not answer for that name", status: .misdirectedRequest))
    }
    guard let target = HTTPTarget(target) else {
      return send(HTTPResponse("the target cannot be read", status: .badRequest))
    }
    if let length = headers["Content-Length"].flatMap(Int.init), length > server.limits.bodyBytes {
      return send(.tooLarge(server.limits))
    }
    let request = HTTPRequest(method, target, headers: headers, client: connection.clientAddress)
    state.withLock { $0.phase = .receiving(request) }
    return .YES
  }

  private func keep(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
    let limit = server.limits.bodyBytes
    return state.withLock { state in
      if state.body.count + bytes.count <= limit, state.discarded == 0 {
        state.body += bytes
      } else {
        state.discarded += bytes.count
      }
      // A client that sends a megabyte more ignores the answer.
      return state.discarded <= 1 << 20 ? .YES : .NO
    }
  }

  private func handle(_ request: HTTPRequest) {
    // Under one lock, so that neither the answer nor the client's going can come in between.
    state.withLock { state in
      let isTooLarge = state.discarded > 0
      var request = request
      request.body = state.body
      connection.suspend { [self] in cancel() }
      state.phase = .handling
      state.task = Task.detached { [self, request] in
        await perform(request, isTooLarge: isTooLarge)
        self.state.withLock { $0.task = nil }
        server.leave(self)
      }
    }
  }

  private func send(_ response: HTTPResponse, isForHead: Bool = false) -> MHD_Result {
    let stream = state.withLock { state in
      state.phase = .sending
      return state.stream
    }
    if let made = MHDResponse.make(response, stream, isForHead: isForHead) {
      return made.queue(on: connection)
    }
    stream?.end(broken: true)
    let failure = HTTPResponse("the answer cannot be sent", status: .internalServerError)
    return MHDResponse.make(failure, nil)?.queue(on: connection) ?? .NO
  }

  /// The connection is done with the request, in whatever way.
  func end() {
    state.withLock { $0.phase = .over }
    cancel()
    server.leave(self)
  }

  // MARK: In the handler's task

  private func perform(_ request: HTTPRequest, isTooLarge: Bool) async {
    let response = isTooLarge ? .tooLarge(server.limits) : await server.handler(request)
    guard case .stream(let write) = response.body else { return answer(response) }
    let stream = BodyStream(connection, capacity: server.limits.streamBytes)
    answer(response, stream)
    guard request.method != .head else { return stream.end() }
    do {
      try await write(BodyWriter(stream: stream))
      stream.end()
    } catch {
      stream.end(broken: true)
    }
  }

  private func answer(_ response: HTTPResponse, _ stream: BodyStream? = nil) {
    state.withLock { state in
      guard case .handling = state.phase else { return }
      state.stream = stream
      state.phase = .answered(response)
    }
    if server.isStopping { stream?.end() }
    connection.resume()
  }

  // MARK: From anywhere

  /// Tells the task that its result is not needed.
  func cancel() {
    let (task, stream) = state.withLock { ($0.task, $0.stream) }
    stream?.end(broken: true)
    task?.cancel()
  }

  /// Ends the stream, if that is its body, after what was written of it.
  func endStream() {
    let (task, stream) = state.withLock { ($0.task, $0.stream) }
    guard let stream else { return }
    stream.end()
    task?.cancel()
  }
}

extension HTTPResponse {
  fileprivate static func tooLarge(_ limits: HTTPLimits) -> HTTPResponse {
    HTTPResponse(
      "the body is longer than \(limits.bodyBytes) bytes", status: .contentTooLarge)
  }
}

extension HTTPHeaders {
  /// The header of the request that the connection has at present.
  /// Calls `MHD_get_connection_values`.
  fileprivate init(of connection: Connection) {
    self.init()
    withUnsafeMutablePointer(to: &self) { headers in
      _ = MHD_get_connection_values(
        connection.pointer, .HEADER_KIND,
        { context, _, name, value in
          guard let name else { return .YES }
          context!.assumingMemoryBound(to: HTTPHeaders.self).pointee.append(
            String(cString: name), value.map { String(cString: $0) } ?? "")
          return .YES
        }, headers)
    }
  }
}
