import Foundation
import TestSupport
import Testing

/// A proof that `recto preview --serve` serves, and one browser's connection for its events.
final class ServedProof {
  struct Event {
    let name: String
    let data: JSON
  }

  let port: Int
  let url: String
  private let recto: RunningRecto
  /// The folder for temporary files that it has for itself.
  private let temporary: TemporaryFolder
  private let events: SocketClient
  private var received: [UInt8] = []
  private var text: String { String(decoding: received, as: UTF8.self) }

  init(_ arguments: String...) async throws {
    temporary = try temporaryFolder()
    recto = try RunningRecto(
      ["preview", "--serve"] + arguments, environment: ["TMPDIR": temporary.path])
    url = try await recto.nextLine()
    port = try #require(URL(string: url)?.port)
    events = try SocketClient(port: port)
    // A client of this version is sent the events as they are, without chunks around them.
    try await events.send("GET /events HTTP/1.0\r\nHost: localhost\r\n\r\n")
    let hello = try await nextEvent()
    try #require(hello.name == "hello")
    #expect(hello.data["generation"] as? Int == 1)
  }

  func nextEvent() async throws -> Event {
    while true {
      let text = text
      if let start = text.range(of: "event: "),
        let end = text[start.upperBound...].range(of: "\n\n")
      {
        let lines = text[start.upperBound..<end.lowerBound].split(separator: "\n", maxSplits: 1)
        let json = try #require(lines.last?.dropFirst("data: ".count))
        let event = Event(
          name: String(lines[0]),
          data: try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? JSON))
        received = Array(text[end.upperBound...].utf8)
        return event
      }
      let bytes = try await events.receive()
      try #require(!bytes.isEmpty, "the events have ended")
      received += bytes
    }
  }

  /// All events up to the next of that name, with it.
  func events(until name: String) async throws -> [Event] {
    var all: [Event] = []
    repeat { all.append(try await nextEvent()) } while all.last?.name != name
    return all
  }

  func get(_ target: String) async throws -> String {
    try await httpAnswer(port: port, httpRequest(target))
  }

  /// Ends it as Ctrl-C does, and gives its status and what it left.
  func stop() async throws -> (status: Int32, leftovers: [String]) {
    recto.interrupt()
    let status = try await recto.status()
    return (status, try temporary.entries())
  }
}
