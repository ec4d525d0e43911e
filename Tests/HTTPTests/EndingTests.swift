import Foundation
import HTTP
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct EndingTests {
  @Test func aClientThatLeavesCancelsTheHandler() async throws {
    let (begun, cancelled) = (Signal(), Signal())
    try await withServer { _ in
      begun.set()
      await Signal.untilCancelled()
      cancelled.set()
      return HTTPResponse("too late")
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(httpRequest("/") + "\r\n\r\n")
      await begun.wait()
      client.leave()
      await cancelled.wait()
    }
  }

  @Test func aClientThatLeavesEndsItsStream() async throws {
    let ended = Signal()
    try await withServer { _ in
      .events { writer in
        try await writer.write(ServerSentEvent(data: "first"))
        await Signal.untilCancelled()
        do {
          try await writer.write(ServerSentEvent(data: "second"))
        } catch is CancellationError {
          ended.set()
        }
      }
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(httpRequest("/") + "\r\n\r\n")
      _ = try await client.receive { $0.contains("first") }
      client.leave()
      await ended.wait()
    }
  }

  @Test func stoppingEndsAStreamThatRuns() async throws {
    let server = try HTTPServer { _ in
      .events { writer in
        try await writer.write(ServerSentEvent(data: "first"))
        await Signal.untilCancelled()
      }
    }
    let client = try SocketClient(port: server.port)
    try await client.send(httpRequest("/") + "\r\n\r\n")
    _ = try await client.receive { $0.contains("first") }
    await server.stop()
    // The last chunk of a body that is whole.
    #expect(try await client.receiveAll().hasSuffix("0\r\n\r\n"))
    #expect(throws: POSIXError.self) { try SocketClient(port: server.port) }
  }

  @Test func stoppingWaitsForTheAnswerOfAHandler() async throws {
    let (begun, mayEnd) = (Signal(), Signal())
    let server = try HTTPServer { _ in
      begun.set()
      await mayEnd.wait()
      return HTTPResponse("done")
    }
    let client = try SocketClient(port: server.port)
    try await client.send(httpRequest("/") + "\r\n\r\n")
    await begun.wait()
    async let stopped: Void = server.stop(grace: .seconds(60))
    async let again: Void = server.stop()
    mayEnd.set()
    #expect(httpBody(try await client.receiveAll()) == "done\n")
    _ = await (stopped, again)
  }

  @Test func stoppingCancelsAHandlerThatTakesTooLong() async throws {
    let begun = Signal()
    let server = try HTTPServer { _ in
      begun.set()
      await Signal.untilCancelled()
      return HTTPResponse("cancelled")
    }
    let client = try SocketClient(port: server.port)
    try await client.send(httpRequest("/") + "\r\n\r\n")
    await begun.wait()
    await server.stop(grace: .zero)
    #expect(httpBody(try await client.receiveAll()) == "cancelled\n")
  }

  @Test func aTakenPortAndAForeignAddressAreErrors() async throws {
    try await withServer { _ in
      HTTPResponse("")
    } _: { server in
      var configuration = HTTPConfiguration()
      configuration.port = server.port
      #expect { try HTTPServer(configuration) { _ in HTTPResponse("") } } throws: {
        ($0 as? HTTPError)?.code == .portTaken
      }
      for address in ["harbor", "192.0.2.1", ""] {
        configuration.address = address
        configuration.port = address.isEmpty ? 70_000 : 0
        #expect { try HTTPServer(configuration) { _ in HTTPResponse("") } } throws: {
          ($0 as? HTTPError)?.code == .badAddress
        }
      }
    }
  }
}
