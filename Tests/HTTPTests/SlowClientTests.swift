import TestSupport
import Testing

@testable import RectoHTTP

/// Time is the test's own; the server's limits are those that it has by default, but for the time
/// that libmicrohttpd takes.
struct SlowClientTests {
  private static let configuration: HTTPConfiguration = {
    var configuration = HTTPConfiguration()
    configuration.limits.idleSeconds = 30
    return configuration
  }()

  /// Serves while `body` runs. `pass` lets seconds pass, one after the other, once the server has so
  /// many connections.
  private func withClock(
    _ handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
    _ body: (HTTPServer, _ pass: (Int) -> Void) async throws -> Void
  ) async throws {
    let clock = ManualClock()
    try await withServer(Self.configuration, clock: clock) {
      await handler($0)
    } _: { server in
      try await body(server) { seconds in
        for _ in 0..<seconds {
          clock.advance(by: .seconds(1))
          server.core.connections.closeSlow()
        }
      }
    }
  }

  private func connected(to server: HTTPServer) async throws -> SocketClient {
    let before = server.core.connections.count
    let client = try SocketClient(port: server.port)
    try await until("the connection") { server.core.connections.count > before }
    return client
  }

  /// The bytes that come until the server closes, which may be with a reset.
  private func rest(of client: SocketClient) async -> Int {
    var count = 0
    while let bytes = try? await client.receive(), !bytes.isEmpty { count += bytes.count }
    return count
  }

  @Test func aHeaderThatComesByteByByteIsNotWaitedFor() async throws {
    try await withClock {
      HTTPResponse($0.target.text)
    } _: { server, pass in
      let clients = [
        try await connected(to: server), try await connected(to: server),
      ]
      for byte in "GET" {
        for client in clients { try? await client.send(String(byte)) }
        try await until("the byte") { server.core.connections.count == 2 }
        pass(3)
      }
      #expect(server.core.connections.count == 2)
      pass(2)
      for client in clients { #expect(await rest(of: client) == 0) }
      try await until("the end") { server.core.connections.count == 0 }
    }
  }

  @Test func aBodyThatComesByteByByteIsNotWaitedFor() async throws {
    try await withClock {
      HTTPResponse($0.target.text)
    } _: { server, pass in
      let client = try await connected(to: server)
      try await client.send(httpRequest("/", "POST") + "\r\nContent-Length: 1000\r\n\r\n")
      try await until("the header") { !server.core.exchanges.isEmpty }
      for _ in 0..<9 {
        pass(3)
        try await client.send("x")
      }
      pass(5)
      #expect(await rest(of: client) == 0)
    }
  }

  @Test func whoTakesNothingOfItsAnswerIsNotWaitedFor() async throws {
    try await withClock { _ in
      HTTPResponse([UInt8](repeating: 1, count: 32 << 20), type: "image/png")
    } _: { server, pass in
      let client = try await connected(to: server)
      try await client.send(httpRequest("/") + "\r\n\r\n")
      // The kernel takes a part of it, and then no more.
      var moved = UInt64.max
      try await until("the answer to stand still") {
        let now = server.core.connections.movedBytes
        defer { moved = now }
        return now > 10_000 && now == moved
      }
      pass(60)
      #expect(await rest(of: client) < 32 << 20)
    }
  }

  @Test func whoTakesItsAnswerHasAllTheTimeThatTakes() async throws {
    let count = 8 << 20
    try await withClock { _ in
      HTTPResponse([UInt8](repeating: 1, count: count), type: "image/png")
    } _: { server, pass in
      let client = try await connected(to: server)
      try await client.send(httpRequest("/") + "\r\nConnection: close\r\n\r\n")
      var (received, moved) = (0, UInt64(0))
      while case let bytes = try await client.receive(), !bytes.isEmpty {
        received += bytes.count
        // Only what the server has sent shows it that the client takes some: the kernel keeps
        // megabytes.
        let now = server.core.connections.movedBytes
        if now > moved { pass(1) }
        moved = now
      }
      #expect(received > count)
    }
  }

  @Test func whoWaitsForTheServerHasAllTheTimeThatTakes() async throws {
    let (begun, released) = (Future<Void>(), Future<Void>())
    try await withClock { _ in
      begun.fulfill(())
      try? await released.valueWithoutLimit()
      return HTTPResponse("done")
    } _: { server, pass in
      let client = try await connected(to: server)
      try await client.send(httpRequest("/") + "\r\nConnection: close\r\n\r\n")
      try await begun.value()
      pass(3600)
      released.fulfill(())
      #expect(httpBody(try await client.receiveAll()) == "done\n")
    }
  }

  @Test func whoAsksAgainInTimeStays() async throws {
    try await withClock {
      HTTPResponse($0.target.text)
    } _: { server, pass in
      let client = try await connected(to: server)
      for number in 0..<5 {
        try await client.send(httpRequest("/\(number)") + "\r\n\r\n")
        _ = try await client.receive { $0.hasSuffix("/\(number)\n") }
        try await until("the end of the answer") { server.core.exchanges.isEmpty }
        pass(29)
      }
      pass(1)
      #expect(await rest(of: client) == 0)
    }
  }
}

struct ClientConnectionsTests {
  private let clock = ManualClock()

  private func connections(_ all: Int, ofClient: Int) -> ClientConnections {
    var limits = HTTPLimits()
    (limits.connections, limits.connectionsOfClient) = (all, ofClient)
    return ClientConnections(limits) { [clock] in clock.now }
  }

  @Test func oneNetworkHasNoMoreThanItsShare() {
    let connections = connections(1000, ofClient: 2)
    for key: UInt in 0..<2 { connections.add(key, descriptor: -1, address: "192.0.2.1") }
    #expect(!connections.admits("192.0.2.1"))
    #expect(!connections.admits("::ffff:192.0.2.1"))
    #expect(connections.admits("192.0.2.2"))
    connections.remove(0)
    #expect(connections.admits("192.0.2.1"))
    for key: UInt in 10..<12 { connections.add(key, descriptor: -1, address: "2001:db8::\(key)") }
    #expect(!connections.admits("2001:db8::ffff:1"))
    #expect(connections.admits("2001:db8:0:1::1"))
  }

  @Test func thisMachineMayHaveAll() {
    let connections = connections(1000, ofClient: 2)
    for key: UInt in 0..<900 { connections.add(key, descriptor: -1, address: "127.0.0.1") }
    #expect(connections.admits("127.0.0.1"))
    #expect(connections.admits("::1"))
  }

  @Test func theLastQuarterIsForThoseWhoWereServedLately() {
    let connections = connections(8, ofClient: 100)
    connections.add(1, descriptor: -1, address: "192.0.2.1")
    connections.noteServed(1)
    for key: UInt in 2...6 { connections.add(key, descriptor: -1, address: "198.51.100.\(key)") }
    #expect(!connections.admits("203.0.113.1"))
    #expect(!connections.admits("198.51.100.2"))
    #expect(connections.admits("192.0.2.1"))
    clock.advance(by: .seconds(600))
    #expect(!connections.admits("192.0.2.1"))
    connections.remove(2)
    #expect(connections.admits("203.0.113.1"))
  }

  @Test func whatIsRememberedOfNetworksIsBounded() {
    let connections = connections(8, ofClient: 100)
    let addresses = (0..<6_000).map { "10.0.\($0 / 250).\($0 % 250)" }
    for address in addresses {
      connections.add(1, descriptor: -1, address: address)
      connections.noteServed(1)
      connections.remove(1)
    }
    #expect(connections.count == 0)
    // The last quarter of the connections is for those that are remembered.
    for key: UInt in 1...6 { connections.add(key, descriptor: -1, address: "198.51.100.\(key)") }
    #expect(addresses.count(where: connections.admits) == ClientConnections.capacity)
  }
}
