import RectoJSON
import RectoPageModel
import RectoPluginKit

/// Commands to the browser and its replies and events: the Chrome DevTools Protocol.
///
/// Commands may be sent ahead; answers are kept until they are read, and events go to the listener
/// of their session.
final class DevToolsConnection {
  /// Names a command that was sent.
  struct Ticket: Hashable {
    fileprivate let number: Int
  }

  /// Something that the browser told without being asked.
  struct Event {
    let name: String
    /// The session that it is of; nil for the browser's own.
    let session: String?
    let parameters: JSONValue
  }

  private let pipe: MessagePipe
  private var count = 0
  private var answers: [Int: JSONValue] = [:]
  /// Commands whose answers are ignored.
  private var ignored: Set<Int> = []
  private var listeners: [String: Listener] = [:]
  /// Receives events that belong to no session.
  var onBrowserEvent: Listener = { _, _ in }

  /// Handles an event, within the deadline of the call that waits.
  typealias Listener = (Event, Deadline) throws(PageError) -> Void

  init(_ pipe: MessagePipe) { self.pipe = pipe }

  var isOpen: Bool { pipe.isOpen }

  /// Tells `listener` of all that happens in a session, or of nothing any more.
  func listen(to session: String, _ listener: Listener?) {
    listeners[session] = listener
  }

  /// Sends a command; `write` writes its parameters' members.
  func send(
    _ method: StaticString, session: String? = nil, until deadline: Deadline,
    _ write: (inout JSONWriter) -> Void = { _ in }
  ) throws(PageError) -> Ticket {
    count += 1
    var json = JSONWriter(isExact: true)
    json.object { json in
      json.member("id", count)
      json.key("method")
      json.value("\(method)")
      json.optional("sessionId", session)
      json.key("params")
      json.object(write)
    }
    try pipe.send(json.bytes + [0], until: deadline)
    return Ticket(number: count)
  }

  /// Sends a command whose answer, or failure, does not matter.
  func tell(
    _ method: StaticString, session: String? = nil, until deadline: Deadline,
    _ write: (inout JSONWriter) -> Void = { _ in }
  ) throws(PageError) {
    ignored.insert(try send(method, session: session, until: deadline, write).number)
  }

  /// Sends a command and waits for its answer.
  func ask(
    _ method: StaticString, session: String? = nil, until deadline: Deadline,
    _ write: (inout JSONWriter) -> Void = { _ in }
  ) throws(PageError) -> JSONValue {
    try answer(
      to: try send(method, session: session, until: deadline, write), until: deadline)
  }

  /// Waits for the answer to a command. Throws `damaged` where the browser refuses it.
  func answer(to ticket: Ticket, until deadline: Deadline) throws(PageError) -> JSONValue {
    while true {
      if let answer = try answerReceived(to: ticket) { return answer }
      try handleMessage(until: deadline)
    }
  }

  /// The answer to a command; nil if none has come. Throws `damaged` where the browser refuses it.
  func answerReceived(to ticket: Ticket) throws(PageError) -> JSONValue? {
    try answers.removeValue(forKey: ticket.number).map { answer throws(PageError) in
      try Self.result(of: answer)
    }
  }

  /// Handles the next message if it begins within that many milliseconds.
  func handleMessage(within milliseconds: Int32, until deadline: Deadline) throws(PageError) {
    guard try pipe.hasInput(within: min(milliseconds, deadline.milliseconds)) else {
      return try deadline.check()
    }
    try handleMessage(until: deadline)
  }

  /// Waits for one message and handles it.
  func handleMessage(until deadline: Deadline) throws(PageError) {
    let bytes = try pipe.receive(until: deadline)
    let message = try Self.read { () throws(JSONError) in try JSONDocument(bytes).root }
    let number: Int? = try Self.read { () throws(JSONError) in
      try message.decodeIfPresent("id")
    }
    if let number {
      if ignored.remove(number) == nil { answers[number] = message }
      return
    }
    let event = try Self.read { () throws(JSONError) -> Event? in
      guard let parameters = try message.member("params") else { return nil }
      return Event(
        name: try message.decode("method"), session: try message.decodeIfPresent("sessionId"),
        parameters: parameters)
    }
    guard let event else { return }
    guard let session = event.session else { return try onBrowserEvent(event, deadline) }
    try listeners[session]?(event, deadline)
  }

  private static func result(of answer: JSONValue) throws(PageError) -> JSONValue {
    let (failure, result) = try read { () throws(JSONError) -> (String?, JSONValue?) in
      (try answer.member("error")?.decodeIfPresent("message"), try answer.member("result"))
    }
    if let failure {
      throw PageError(.damaged, "the browser rejected a command: \(DisplayText(failure).text)")
    }
    guard let result else { throw PageError(.bug, "the browser's answer is empty") }
    return result
  }

  /// Reads what the browser wrote. Throws `bug` for another form than the protocol's.
  static func read<Result>(_ body: () throws(JSONError) -> Result) throws(PageError) -> Result {
    do throws(JSONError) {
      return try body()
    } catch {
      throw PageError(.bug, "the browser's answer is not understood: \(error)")
    }
  }
}
