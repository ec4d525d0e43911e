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
  private var text = ""

  init(_ arguments: String...) async throws {
    temporary = try temporaryFolder()
    recto = try RunningRecto(
      ["preview", "--serve"] + arguments, environment: ["TMPDIR": temporary.path])
    url = try await recto.firstLine()
    port = try #require(URL(string: url)?.port)
    events = try SocketClient(port: port)
    try await events.send(httpRequest("/events") + "\r\n\r\n")
    let hello = try await nextEvent()
    try #require(hello.name == "hello")
    #expect(hello.data["generation"] as? Int == 1)
  }

  func nextEvent() async throws -> Event {
    while true {
      if let end = text.range(of: "\n\n"), let start = text.range(of: "event: ") {
        let event = text[start.upperBound..<end.lowerBound]
        text = String(text[end.upperBound...])
        let lines = event.split(separator: "\n", maxSplits: 1)
        let data = try #require(lines.last?.split(separator: "data: ", maxSplits: 1).last)
        let json = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? JSON
        return Event(name: String(lines[0]), data: try #require(json))
      }
      let bytes = try await events.receive()
      try #require(!bytes.isEmpty, "the events have ended")
      // The chunks' lengths stand between the events, each of which is a chunk.
      text += String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
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
    let status = await recto.status()
    return (status, try temporary.entries())
  }
}
