import RectoHTTP
import TestSupport
import Testing

/// Requests that two programs could read in two ways (RFC 9112, section 11.2).
struct HeadTests {
  /// Sends bytes, and gives all that is answered until the server closes, with the targets that the
  /// handler was asked for.
  private func exchange(_ bytes: [UInt8]) async throws -> (answer: String, reached: [String]) {
    let reached = Log<String>()
    let received = Future<String>()
    try await withServer { request in
      reached.append(request.target.text)
      return HTTPResponse("reached")
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(bytes)
      // A server that closes without having read all resets the connection.
      received.fulfill((try? await client.receiveAll()) ?? "")
    }
    return (received.current ?? "", reached.entries)
  }

  private static let refused: [(name: String, request: String)] = [
    (
      "length and chunks",
      "POST / HTTP/1.1|Host: localhost|Content-Length: 5|Transfer-Encoding: chunked||0||"
    ),
    ("chunks", "POST / HTTP/1.1|Host: localhost|Transfer-Encoding: chunked||0||"),
    ("chunks of HTTP/1.0", "POST / HTTP/1.0|Host: localhost|Transfer-Encoding: chunked||0||"),
    ("an unknown coding", "POST / HTTP/1.1|Host: localhost|Transfer-Encoding: xchunked||0||"),
    ("a hidden coding", "POST / HTTP/1.1|Host: localhost|Transfer-Encoding : chunked||0||"),
    ("two lengths", "POST / HTTP/1.1|Host: localhost|Content-Length: 5|Content-Length: 6||hello"),
    (
      "the same length twice",
      "POST / HTTP/1.1|Host: localhost|Content-Length: 5|content-length: 5||hello"
    ),
    ("lengths in a list", "POST / HTTP/1.1|Host: localhost|Content-Length: 5, 5||hello"),
    ("a length with a sign", "POST / HTTP/1.1|Host: localhost|Content-Length: +5||hello"),
    ("a hexadecimal length", "POST / HTTP/1.1|Host: localhost|Content-Length: 0x5||hello"),
    ("an empty length", "POST / HTTP/1.1|Host: localhost|Content-Length:||hello"),
    (
      "an endless length",
      "POST / HTTP/1.1|Host: localhost|Content-Length: 99999999999999999999||hello"
    ),
    ("two hosts", "GET / HTTP/1.1|Host: localhost|Host: harbor.example||"),
    ("no host", "GET / HTTP/1.1||"),
    ("NUL in the target", "GET /a\0b HTTP/1.1|Host: localhost||"),
    ("NUL in the query", "GET /a?b=\0c HTTP/1.1|Host: localhost||"),
    ("NUL in the method", "GE\0T / HTTP/1.1|Host: localhost||"),
    ("NUL in a name", "GET / HTTP/1.1|Host: localhost|X\0-Color: sea||"),
    ("NUL in a value", "GET / HTTP/1.1|Host: localhost\0.harbor.example||"),
    ("NUL for a line's end", "GET / HTTP/1.1|Host: localhost|X: a\0\0Y: b||"),
    ("NUL behind the last field", "GET / HTTP/1.1|Host: localhost|X: a|\0\0|"),
    ("a space before the colon", "GET / HTTP/1.1|Host : localhost||"),
    ("a tab before the colon", "GET / HTTP/1.1|Host\t: localhost||"),
    ("a space before the name", "GET / HTTP/1.1| Host: localhost||"),
    ("no colon", "GET / HTTP/1.1|Host: localhost|X||"),
    ("no name", "GET / HTTP/1.1|Host: localhost|: sea||"),
    ("a name that is not a token", "GET / HTTP/1.1|Host: localhost|X(color): sea||"),
    ("a field of two lines", "GET / HTTP/1.1|Host: localhost|X-Color: sea| blue||"),
    ("CR in a value", "GET / HTTP/1.1|Host: localhost|X: a\rY: b||"),
    ("a control character in a value", "GET / HTTP/1.1|Host: localhost|X: \u{1}||"),
    ("lines that end with LF", "GET / HTTP/1.1\nHost: localhost\n\n"),
    ("one line that ends with LF", "GET / HTTP/1.1|Host: localhost\nX: a||"),
    ("two spaces before the target", "GET  / HTTP/1.1|Host: localhost||"),
    ("two spaces behind the target", "GET /  HTTP/1.1|Host: localhost||"),
    ("a space in the target", "GET /a b HTTP/1.1|Host: localhost||"),
    ("a space behind the version", "GET / HTTP/1.1 |Host: localhost||"),
    ("a tab in the first line", "GET\t/ HTTP/1.1|Host: localhost||"),
    ("a method that is not a token", "GE(T / HTTP/1.1|Host: localhost||"),
    ("no version", "GET /|Host: localhost||"), ("HTTP/0.9", "GET / HTTP/0.9|Host: localhost||"),
    ("HTTP/2", "PRI * HTTP/2.0||SM||"),
  ]

  /// A second request behind each, which would be a smuggled one, is not reached either.
  @Test(arguments: refused.indices)
  func whatCanBeReadInTwoWaysIsNotRead(index: Int) async throws {
    let (name, request) = Self.refused[index]
    let bytes = request.replacing("|", with: "\r\n")
    let smuggled = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    let (answer, reached) = try await exchange(Array((bytes + smuggled).utf8))
    #expect(reached.isEmpty, "\(name)")
    #expect(
      answer.isEmpty || (400...505).contains(httpStatus(answer) ?? 0), "\(name): \(answer)")
  }

  @Test(arguments: [
    "GET / HTTP/1.1|Host:localhost|Connection: close||",
    "GET / HTTP/1.1|Host: \t localhost \t|Connection: close||",
    "|GET / HTTP/1.1|Host: localhost|Connection: close||", "GET / HTTP/1.0||",
    "GET /?a=1&b&c=%20+d HTTP/1.1|Host: localhost|X:|X-Y: a  b|X: c|Connection: close||",
    "POST / HTTP/1.1|Host: localhost|Content-Length: 005|Connection: close||hello",
    "GET / HTTP/1.1|Host: localhost|Cookie: a=b; c=\"d\"|Connection: close||",
  ])
  func whatIsSaidOneWayIsRead(request: String) async throws {
    let bytes = request.replacing("|", with: "\r\n")
    let (answer, reached) = try await exchange(Array(bytes.utf8))
    #expect(httpStatus(answer) == 200, "\(answer)")
    #expect(reached.count == 1)
  }

  @Test func aHeaderIsReadWhateverWayItsBytesCome() async throws {
    try await withServer { request in
      HTTPResponse("\(request.headers["X-Color"] ?? "") \(request.headers.fields.count)")
    } _: { server in
      let client = try SocketClient(port: server.port)
      let filler = String(repeating: "x", count: 8000)
      let request =
        "GET /a?b=c HTTP/1.1\r\nHost: localhost\r\nX-Color: sea\r\nX-Long: \(filler)\r\n"
        + "Connection: close\r\n\r\n"
      for byte in request.prefix(60) { try await client.send(String(byte)) }
      try await client.send(String(request.dropFirst(60).prefix(5000)))
      try await client.send(String(request.dropFirst(5060)))
      #expect(httpBody(try await client.receiveAll()) == "sea 4\n")
    }
  }
}
