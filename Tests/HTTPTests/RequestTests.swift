import RectoHTTP
import TestSupport
import Testing

struct RequestTests {
  private func echo(_ request: HTTPRequest) -> HTTPResponse {
    let query = request.target.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
    return HTTPResponse(
      "\(request.method.rawValue) \(request.target.segments) \(query) "
        + "\(request.headers["x-color"] ?? "") \(String(decoding: request.body, as: UTF8.self))")
  }

  @Test func theHandlerGetsMethodPathQueryHeaderAndBody() async throws {
    try await withServer {
      echo($0)
    } _: { server in
      let answer = try await httpAnswer(
        port: server.port,
        httpRequest("/a%20b/c%2Fd?q=caf%C3%A9+au&empty", "POST")
          + "\r\nX-Color: Sea\r\nContent-Length: 5",
        body: "hello")
      #expect(httpStatus(answer) == 200)
      #expect(httpBody(answer) == "POST [\"a b\", \"c/d\"] q=café au;empty= Sea hello\n")
      #expect(answer.contains("Content-Type: text/plain; charset=utf-8\r\n"))
    }
  }

  @Test func oneConnectionServesOneRequestAfterTheOther() async throws {
    try await withServer {
      echo($0)
    } _: { server in
      let client = try SocketClient(port: server.port)
      for number in 1...3 {
        try await client.send(httpRequest("/\(number)") + "\r\n\r\n")
        let answer = try await client.receive { $0.contains("\n\r\n") && $0.hasSuffix("\n") }
        #expect(httpBody(answer).contains("[\"\(number)\"]"))
      }
    }
  }

  @Test func requestsThatAreSentAtOnceAreAnsweredInTheirOrder() async throws {
    try await withServer {
      echo($0)
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(
        httpRequest("/1") + "\r\n\r\n" + httpRequest("/2") + "\r\nConnection: close\r\n\r\n")
      let answers = try await client.receiveAll()
      let first = try #require(answers.range(of: "[\"1\"]"))
      let second = try #require(answers.range(of: "[\"2\"]"))
      #expect(first.lowerBound < second.lowerBound)
    }
  }

  @Test(arguments: [
    "hello\r\nHost: localhost", "GET /%zz HTTP/1.1\r\nHost: localhost",
    "GET /%ff HTTP/1.1\r\nHost: localhost", "GET /%00 HTTP/1.1\r\nHost: localhost",
    "GET page HTTP/1.1\r\nHost: localhost", "GET / HTTP/1.1",
    "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1",
  ])
  func aMalformedRequestNeverReachesTheHandler(request: String) async throws {
    let reached = Future<Void>()
    try await withServer { _ in
      reached.fulfill(())
      return HTTPResponse("reached")
    } _: { server in
      let answer = try await httpAnswer(port: server.port, request)
      #expect(answer.isEmpty || httpStatus(answer) == 400, "\(answer)")
      #expect(reached.current == nil)
    }
  }

  @Test func aHeaderBeyondTheLimitIsRefused() async throws {
    try await withServer {
      echo($0)
    } _: { server in
      let long = String(repeating: "x", count: 40_000)
      let header = try await httpAnswer(
        port: server.port, httpRequest("/") + "\r\nX-Color: \(long)")
      #expect(httpStatus(header) == 431)
      let target = try await httpAnswer(port: server.port, httpRequest("/\(long)"))
      #expect(httpStatus(target) == 414)
      let fits = try await httpAnswer(port: server.port, httpRequest("/"))
      #expect(httpStatus(fits) == 200)
    }
  }

  @Test func aBodyBeyondTheLimitIsRefused() async throws {
    var configuration = patientConfiguration
    configuration.limits.bodyBytes = 1000
    try await withServer(configuration) {
      echo($0)
    } _: { server in
      let announced = try await httpAnswer(
        port: server.port, httpRequest("/", "POST") + "\r\nContent-Length: 1001")
      #expect(httpStatus(announced) == 413)
      let fits = try await httpAnswer(
        port: server.port, httpRequest("/", "POST") + "\r\nContent-Length: 1000",
        body: String(repeating: "x", count: 1000))
      #expect(httpStatus(fits) == 200)
    }
  }

  @Test(arguments: [
    ("localhost", 200), ("LOCALHOST:80", 200), ("127.0.0.1:9", 200), ("[::1]:80", 200),
    ("harbor.example", 421), ("localhost.harbor.example", 421), ("localhost:80@harbor", 421),
    ("[::1", 421), ("", 421),
  ])
  func onlyTheNamesOfThisMachineAreAnsweredFor(host: String, expected: Int) async throws {
    try await withServer {
      echo($0)
    } _: { server in
      let answer = try await httpAnswer(port: server.port, "GET / HTTP/1.1\r\nHost: \(host)")
      #expect(httpStatus(answer) == expected)
    }
  }

  @Test func aTargetIsReadPartByPart() throws {
    let target = try #require(HTTPTarget("/iiif/a%2Fb%3F/full/?x=1&x=2&&y=%26"))
    #expect(target.segments == ["iiif", "a/b?", "full", ""])
    #expect(target.query.map(\.name) == ["x", "x", "y"])
    #expect(target["x"] == "1")
    #expect(target["y"] == "&")
    #expect(target["z"] == nil)
    #expect(target.path == "/iiif/a/b?/full/")
    #expect(HTTPTarget("/")?.segments == [""])
    #expect(HTTPTarget("*") == nil)
    #expect(HTTPTarget("http://harbor.example/") == nil)
  }
}
