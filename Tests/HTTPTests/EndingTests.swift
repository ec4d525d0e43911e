import Foundation
import RectoHTTP
import TestSupport
import Testing

struct EndingTests {
  @Test func aClientThatLeavesCancelsTheHandler() async throws {
    let (begun, cancelled) = (Future<Void>(), Future<Void>())
    try await withServer { _ in
      begun.fulfill(())
      await untilCancelled()
      cancelled.fulfill(())
      return HTTPResponse("too late")
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(httpRequest("/") + "\r\n\r\n")
      try await begun.value()
      client.leave()
      try await cancelled.value("the handler is cancelled")
    }
  }

  @Test func aClientThatLeavesEndsItsStream() async throws {
    let ended = Future<Void>()
    try await withServer { _ in
      .events { writer in
        try await writer.write(ServerSentEvent(data: "first"))
        await untilCancelled()
        do {
          try await writer.write(ServerSentEvent(data: "second"))
        } catch is CancellationError {
          ended.fulfill(())
        }
      }
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(httpRequest("/") + "\r\n\r\n")
      _ = try await client.receive { $0.contains("first") }
      client.leave()
      try await ended.value("the stream ends")
    }
  }

  @Test func stoppingEndsAStreamThatRuns() async throws {
    let server = try HTTPServer(patientConfiguration) { _ in
      .events { writer in
        try await writer.write(ServerSentEvent(data: "first"))
        await untilCancelled()
      }
    }
    let client = try SocketClient(port: server.port)
    try await client.send(httpRequest("/") + "\r\n\r\n")
    _ = try await client.receive { $0.contains("first") }
    await server.stop(grace: patientGrace)
    // The last chunk of a body that is whole.
    #expect(try await client.receiveAll().hasSuffix("0\r\n\r\n"))
    #expect(throws: POSIXError.self) { try SocketClient(port: server.port) }
  }

  @Test func stoppingWaitsForTheAnswerOfAHandler() async throws {
    let (begun, mayEnd, stopped) = (Future<Void>(), Future<Void>(), Future<Void>())
    let server = try HTTPServer(patientConfiguration) { _ in
      begun.fulfill(())
      let isTold: Void? = try? await mayEnd.value()
      return HTTPResponse(isTold == nil ? "not told" : "done")
    }
    let client = try SocketClient(port: server.port)
    try await client.send(httpRequest("/") + "\r\n\r\n")
    try await begun.value()
    async let first: Void = {
      await server.stop(grace: patientGrace)
      stopped.fulfill(())
    }()
    // From then on it only waits for the handler.
    try await until("the server takes no connections") {
      (try? SocketClient(port: server.port)) == nil
    }
    #expect(stopped.current == nil)
    async let again: Void = server.stop()
    mayEnd.fulfill(())
    #expect(httpBody(try await client.receiveAll()) == "done\n")
    _ = await (first, again)
  }

  @Test func stoppingCancelsAHandlerThatTakesTooLong() async throws {
    let begun = Future<Void>()
    let server = try HTTPServer(patientConfiguration) { _ in
      begun.fulfill(())
      await untilCancelled()
      return HTTPResponse("cancelled")
    }
    let client = try SocketClient(port: server.port)
    try await client.send(httpRequest("/") + "\r\n\r\n")
    try await begun.value()
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
