import TestSupport
import Testing

@testable import RectoHTTP

struct ResponseTests {
  @Test func headGetsTheHeaderOnly() async throws {
    try await withServer { request in
      request.target.path == "/stream"
        ? .events { _ in Issue.record("this is never read") }
        : HTTPResponse(Array("twelve bytes".utf8), type: "text/x")
    } _: { server in
      let whole = try await httpAnswer(port: server.port, httpRequest("/", "HEAD"))
      #expect(whole.contains("Content-Length: 12\r\n"))
      #expect(whole.contains("Content-Type: text/x\r\n"))
      #expect(httpBody(whole) == "")
      let stream = try await httpAnswer(port: server.port, httpRequest("/stream", "HEAD"))
      #expect(stream.contains("Content-Type: text/event-stream\r\n"))
      #expect(httpBody(stream) == "")
    }
  }

  @Test func aPartOfAFileIsSentAsItIs() async throws {
    let folder = try temporaryFolder()
    let bytes = (0..<300_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    let path = try folder.write(bytes, to: "file")
    try await withServer { _ in
      (try? FileRegion(path: path, range: 1000..<250_000)).map {
        HTTPResponse(.ok, body: .file($0))
      } ?? HTTPResponse("no file", status: .notFound)
    } _: { server in
      let answer = try await httpAnswer(port: server.port, httpRequest("/"))
      #expect(Array(httpBody(answer).utf8) == Array(bytes[1000..<250_000]))
    }
  }

  @Test func aRegionEndsWithItsFileAndAFolderIsRefused() throws {
    let folder = try temporaryFolder()
    let path = try folder.write([1, 2, 3], to: "file")
    #expect(try FileRegion(path: path, range: 2..<9).count == 1)
    #expect(try FileRegion(path: path).count == 3)
    for wrong in [folder.path, folder.path("nothing")] {
      #expect { try FileRegion(path: wrong) } throws: { ($0 as? HTTPError)?.code == .noSuchFile }
    }
  }

  @Test func aFileWithoutANameHoldsItsBytesAndLeavesNone() throws {
    let folder = try temporaryFolder()
    let region = try FileRegion(nameless: [1, 2, 3], in: folder.path)
    #expect(region.count == 3 && region.offset == 0)
    #expect(try folder.entries() == [])
    let part = try FileRegion(1..<9, of: region)
    #expect(part.offset == 1 && part.count == 2)
    let last = try FileRegion(1..<2, of: part)
    #expect(last.offset == 2 && last.count == 1)
    #expect { try FileRegion(nameless: [1], in: folder.path("nothing")) } throws: {
      ($0 as? HTTPError)?.code == .cannotStart
    }
  }

  @Test func aHeaderThatWouldBecomeTwoIsNotSent() async throws {
    try await withServer { _ in
      HTTPResponse(.ok, headers: ["X-A": "1\r\nX-B: 2"], body: .bytes([1]))
    } _: { server in
      let answer = try await httpAnswer(port: server.port, httpRequest("/"))
      #expect(httpStatus(answer) == 500)
      #expect(!answer.contains("X-B"))
    }
  }

  @Test func eventsComeWhenTheyAreWritten() async throws {
    let seen = Future<Void>()
    try await withServer { _ in
      .events { writer in
        try await writer.write(ServerSentEvent("page", data: "one\ntwo"))
        try await seen.value()
        try await writer.write(ServerSentEvent(data: ""))
      }
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(httpRequest("/") + "\r\nConnection: close\r\n\r\n")
      let first = try await client.receive { $0.contains("two\n\n") }
      #expect(first.contains("event: page\ndata: one\ndata: two\n\n"))
      seen.fulfill(())
      #expect(try await client.receiveAll().contains("data: \n\n"))
    }
  }

  @Test func aStreamThatFailsIsNotTakenForAWholeOne() async throws {
    struct Failure: Error {}
    try await withServer { _ in
      HTTPResponse(
        .ok,
        body: .stream { writer in
          try await writer.write([UInt8(ascii: "a")])
          throw Failure()
        })
    } _: { server in
      let answer = try await httpAnswer(port: server.port, httpRequest("/"))
      #expect(!answer.hasSuffix("0\r\n\r\n"))
    }
  }

  @Test func aStreamWaitsForASlowClientAndComesWhole() async throws {
    let total = 64 << 20
    let (written, received, isWritten) = (Counter(), Counter(), Future<Void>())
    try await withServer { _ in
      HTTPResponse(
        .ok,
        body: .stream { writer in
          let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
          for _ in 0..<64 {
            try await writer.write(piece)
            written.add(piece.count)
            // The kernel keeps a few megabytes for a client that does not read.
            #expect(written.value - received.value < total / 2)
          }
          isWritten.fulfill(())
        })
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send("GET / HTTP/1.0\r\n\r\n")
      // Nothing is read before the writer waits for it.
      try await until("the writer waits") { server.waitingWriters == 1 || isWritten.current != nil }
      try #require(isWritten.current == nil)
      while true {
        let count = try await client.receive().count
        guard count > 0 else { break }
        received.add(count)
      }
      #expect(received.value > total && received.value < total + 1000)
      try await isWritten.value()
    }
  }
}
