import Foundation
import TestSupport
import Testing

/// A server that may open no more files: with libdispatch that would be its end.
@Suite(.serialized, .startsProcesses) struct OpenFileTests {
  @Test func tooLowALimitIsASentence() async throws {
    let folder = try temporaryFolder()
    try folder.write("# Tide\n".utf8, to: "story.md")
    let bash = try #require(program("bash"))
    let script = "ulimit -n 64; exec \"$0\" serve --port 0 \"$1\""
    let ended = try await run(bash, ["-c", script, try rectoExecutable(), folder.path("story.md")])
    #expect(ended.status == 75 && ended.errors.contains("raise the limit (ulimit -n)"), "\(ended)")
  }

  @Test func aLowSoftLimitIsRaised() async throws {
    let folder = try temporaryFolder()
    try folder.write("# Tide\n".utf8, to: "story.md")
    let bash = try #require(program("bash"))
    let server = try ChildProcess(
      bash,
      [
        "-c", "ulimit -S -n 64; exec \"$0\" serve --port 0 --access-log none \"$1\"",
        try rectoExecutable(), folder.path("story.md"),
      ], environment: ["RECTO_CACHE_DIR": folder.path("cache")], output: .lines, errors: .lines)
    #expect(try await server.nextLine()?.hasPrefix("http") == true)
    var limit = rlimit()
    #expect(prlimit(server.id, RLIMIT_NOFILE, nil, &limit) == 0)
    #expect(limit.rlim_cur >= min(limit.rlim_max, 8_192))
    server.signal(SIGINT)
    #expect(try await server.ending().status == 0)
  }

  @Test func withoutAFreeFileAnswersAreBusyAndTheServerGoesOn() async throws {
    let folder = try temporaryFolder()
    for number in 0..<6 { try folder.write("# Tide \(number)\n".utf8, to: "story\(number).md") }
    let shelf = try await ServedShelf(folder.path)
    try await shelf.looksThroughAll()
    let process = shelf.recto.processID
    let used =
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
      .compactMap(Int.init).max() ?? 0
    // It leaves only what connections may not take.
    var limit = rlimit(rlim_cur: rlim_t(used + 41), rlim_max: 8_192)
    #expect(prlimit(process, RLIMIT_NOFILE, &limit, nil) == 0)
    var clients: [SocketClient] = []
    var statuses: Set<Int> = []
    for number in 0..<60 {
      let client = try SocketClient(port: shelf.port)
      let target = "/api/1/publications/story\(number % 6).md/pages/0/image.png?scale=1.\(number)"
      try? await client.send(httpRequest(target) + "\r\n\r\n")
      clients.append(client)
    }
    for client in clients {
      let answer = (try? await client.receive(until: { $0.contains("\r\n\r\n") })) ?? ""
      if let status = httpStatus(answer) { statuses.insert(status) }
    }
    #expect(statuses.subtracting([200, 503]).isEmpty, "\(statuses)")
    for client in clients { client.leave() }
    limit = rlimit(rlim_cur: 4_096, rlim_max: 8_192)
    #expect(prlimit(process, RLIMIT_NOFILE, &limit, nil) == 0)
    #expect(try await shelf.answer("/api/1/publications/story0.md/pages/0/image.png").status == 200)
    #expect(try await shelf.stop() == 0)
  }
}
