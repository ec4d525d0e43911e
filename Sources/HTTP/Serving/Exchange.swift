import CRectoMicroHTTPD
import Glibc
import Synchronization

/// One request and its answer, from the request's first line until the answer is sent.
///
/// The server's thread collects the request and suspends the connection; the handler's task makes
/// the answer and resumes the connection, so that the thread sends it.
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
    /// The request's body so far.
    var body: [UInt8] = []
    var task: Task<Void, Never>?
    var stream: BodyStream?
  }

  private let target: String
  private let rawTarget: RawHead.Target
  private let connection: Connection
  private let server: ServerCore
  private let state = Mutex(State())

  /// `target` is the target as sent, before it is decoded in place.
  init(_ target: UnsafePointer<CChar>, _ connection: Connection, _ server: ServerCore) {
    self.target = String(cString: target)
    rawTarget = RawHead.Target(target)
    self.connection = connection
    self.server = server
  }

  /// True if its task still runs.
  var isBusy: Bool { state.withLock { $0.task != nil } }

  /// True if the connection is finished with it.
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
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, _ bytes: UnsafeRawBufferPointer,
    isConsumed: inout Bool
  ) -> MHD_Result {
    let phase = state.withLock { $0.phase }
    switch phase {
    case .beginning: return begin(method: method, version: version)
    case .receiving(let request):
      guard bytes.isEmpty else {
        isConsumed = true
        return keep(bytes)
      }
      handle(request)
      return .YES
    case .answered(let response): return send(response, isForHead: strcmp(method, "HEAD") == 0)
    case .handling, .sending, .over: return .YES
    }
  }

  private func begin(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> MHD_Result {
    guard !server.isStopping else {
      return send(RefusedRequest(.serviceUnavailable, "the server is shutting down").response)
    }
    guard
      let head = RawHead(of: connection, method: method, target: rawTarget, version: version)
    else { return send(RefusedRequest.malformed("the header is malformed").response) }
    let method = String(cString: method)
    do throws(RefusedRequest) {
      try RequestRules(bodyBytes: server.limits.bodyBytes)
        .check(method, version: head.version, head.headers)
    } catch {
      return send(error.response)
    }
    guard server.hosts.allows(head.headers["Host"]) else {
      return send(
        RefusedRequest(.misdirectedRequest, "this server does not answer for that name").response)
    }
    guard let target = HTTPTarget(target) else {
      return send(RefusedRequest.malformed("the target cannot be read").response)
    }
    let request = HTTPRequest(
      HTTPMethod(rawValue: method), target, headers: head.headers,
      client: connection.clientAddress)
    state.withLock { $0.phase = .receiving(request) }
    connection.advance()
    return .YES
  }

  /// Appends a part of the body. `RequestRules` has checked its length already.
  private func keep(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
    state.withLock { state in
      guard state.body.count + bytes.count <= server.limits.bodyBytes else { return .NO }
      state.body += bytes
      return .YES
    }
  }

  private func handle(_ request: HTTPRequest) {
    // Under one lock, so that neither the answer nor a disconnection can come in between.
    state.withLock { state in
      var request = request
      request.body = state.body
      connection.suspend { [self] in cancel() }
      state.phase = .handling
      state.task = Task.detached { [self, request] in
        await perform(request)
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
    connection.advance()
    if response.status.rawValue < 400 { connection.noteServed() }
    if let made = MHDResponse.make(response, stream, isForHead: isForHead) {
      return made.queue(on: connection)
    }
    stream?.end(broken: true)
    let failure = HTTPResponse("the answer cannot be sent", status: .internalServerError)
    return MHDResponse.make(failure, nil)?.queue(on: connection) ?? .NO
  }

  /// Ends the exchange: the request was completed, failed or was aborted.
  func end() {
    state.withLock { $0.phase = .over }
    connection.advance()
    cancel()
    server.leave(self)
  }

  // MARK: In the handler's task

  private func perform(_ request: HTTPRequest) async {
    let response = await server.handler(request)
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

  /// Cancels the handler's task and breaks its stream.
  func cancel() {
    let (task, stream) = state.withLock { ($0.task, $0.stream) }
    stream?.end(broken: true)
    task?.cancel()
  }

  /// Ends the body after the bytes written so far, if it is a stream.
  func endStream() {
    let (task, stream) = state.withLock { ($0.task, $0.stream) }
    guard let stream else { return }
    stream.end()
    task?.cancel()
  }
}
