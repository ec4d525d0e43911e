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
    let limits = try String(contentsOfFile: "/proc/\(server.id)/limits", encoding: .utf8)
    let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
    let numbers = line.split(separator: " ").compactMap { Int($0) }
    #expect(numbers[0] >= min(numbers[1], 8_192), "\(line)")
    server.signal(SIGINT)
    #expect(try await server.ending().status == 0)
  }

  /// Sets the limit of another process with util-linux's `prlimit`.
  private func limit(_ process: Int32, to files: Int) async throws {
    let command = try #require(program("prlimit"))
    let set = try await run(command, ["--pid", "\(process)", "--nofile=\(files):8192"])
    #expect(set.status == 0, "\(set.errors)")
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
    try await limit(process, to: used + 41)
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
    try await limit(process, to: 4_096)
    #expect(try await shelf.answer("/api/1/publications/story0.md/pages/0/image.png").status == 200)
    #expect(try await shelf.stop() == 0)
  }
}
