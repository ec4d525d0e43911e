import Foundation
import RectoHTTP
import TestSupport
import Testing

struct LoadTests {
  @Test func hundredsOfHandlersRunAtATime() async throws {
    let begun = Log<Void>()
    try await withServer { _ in
      begun.append(())
      let all: [Void]? = try? await begun.wait("300 handlers", count: 300)
      return HTTPResponse(all == nil ? "too few" : "done")
    } _: { server in
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<300 {
          group.addTask { try await httpAnswer(port: server.port, httpRequest("/")) }
        }
        for try await answer in group { #expect(httpBody(answer) == "done\n") }
      }
    }
  }

  @Test func connectionsBeyondTheLimitWaitForTheirTurn() async throws {
    var configuration = patientConfiguration
    configuration.limits.connections = 2
    try await withServer(configuration) { _ in
      HTTPResponse("done")
    } _: { server in
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<20 {
          group.addTask { try await httpAnswer(port: server.port, httpRequest("/")) }
        }
        for try await answer in group { #expect(httpBody(answer) == "done\n") }
      }
    }
  }

  /// In a process of its own, since other tests open files meanwhile.
  @Test func aServerThatStoppedLeavesNothingOpen() async {
    await #expect(processExitsWith: .success) {
      func open() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      }
      try await withServer { _ in
        HTTPResponse("first")
      } _: { server in
        _ = try await httpAnswer(port: server.port, httpRequest("/"))
      }
      let before = try open()
      for _ in 0..<20 {
        try await withServer { request in
          switch request.target.path {
          case "/file":
            (try? FileRegion(path: "/proc/self/exe", range: 0..<5000)).map {
              HTTPResponse(.ok, body: .file($0))
            } ?? HTTPResponse("none")
          case "/events": .events { try await $0.write(ServerSentEvent(data: "x")) }
          default: HTTPResponse("done")
          }
        } _: { server in
          for target in ["/", "/file", "/events", "/%"] {
            _ = try await httpAnswer(port: server.port, httpRequest(target))
          }
          let stays = try SocketClient(port: server.port)
          try await stays.send("GET / HT")
        }
      }
      // The watching thread closes its descriptors when the server has stopped. A few more may be
      // the runtime's, which opens its timers when it needs them; a leak would come each time.
      try await until("the end of all open files") { try open() < before + 20 }
    }
  }
}
