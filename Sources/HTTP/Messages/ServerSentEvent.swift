/// One event of an event stream, which a browser hands to its `EventSource` (HTML, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
  /// The type of the event; nil stands for `message`.
  public var name: String?
  /// Any text.
  public var data: String

  /// An event of a kind.
  public init(_ name: String? = nil, data: String) {
    self.name = name
    self.data = data
  }

  /// A comment line, which browsers ignore and which keeps the connection alive.
  public static let keepAlive: [UInt8] = Array(": \n\n".utf8)

  /// The event as sent: each line of its data is a field, since a line feed ends a field.
  public var bytes: [UInt8] {
    let lines = data.split(omittingEmptySubsequences: false) { $0.isNewline }
    let text =
      (name.map { "event: \($0.filter { !$0.isNewline })\n" } ?? "")
      + lines.map { "data: \($0)\n" }.joined() + "\n"
    return Array(text.utf8)
  }
}

extension HTTPResponse {
  /// A response that streams events and must not be cached.
  public static func events(
    _ write: @escaping @Sendable (BodyWriter) async throws -> Void
  ) -> HTTPResponse {
    HTTPResponse(
      .ok, headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
      body: .stream(write))
  }
}
