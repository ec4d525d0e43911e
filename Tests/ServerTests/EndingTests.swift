import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Misbehaving.canBuild, "make and clang build the plugin"), .serialized)
struct EndingTests {
  private func shelf(_ lines: String, _ arguments: String...) async throws -> (
    ServedShelf, TemporaryFolder
  ) {
    let folder = try temporaryFolder()
    try Misbehaving.write(lines, to: "issue.misbehave", in: folder)
    try folder.write(Array("# Tide\n\nThe sea.\n".utf8), to: "sound.md")
    let recto = try await ServedShelf(
      "--jobs", "1", "--time-limit", "60", folder.path,
      environment: try Misbehaving.environment())
    return (recto, folder)
  }

  private func image(_ page: Int) -> String {
    "/api/1/publications/issue.misbehave/pages/\(page)/image.png"
  }

  /// A figure of `/metrics`.
  private func figure(_ name: String, of shelf: ServedShelf) async throws -> Double {
    let lines = try await shelf.answer("/metrics").text.split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("\(name) ") }, "\(name) is missing")
    return try #require(Double(line.split(separator: " ")[1]))
  }

  private func until(_ isSo: () async throws -> Bool) async throws {
    while try await !isSo() { try await Task.sleep(for: .milliseconds(50)) }
  }

  @Test(.timeLimit(.minutes(5)))
  func aClientThatGoesAwayCancelsItsRender() async throws {
    let (shelf, folder) = try await shelf("page 1: hang")
    // Both are open before, so that what runs is the render.
    #expect(try await shelf.answer(image(2)).status == 200)
    try await until { try await figure("recto_publication_openings_total", of: shelf) >= 2 }
    try await until { try await figure("recto_work_running", of: shelf) == 0 }
    let client = try SocketClient(port: shelf.port)
    try await client.send(httpRequest(image(0)) + "\r\n\r\n")
    try await until { try await figure("recto_work_running", of: shelf) == 1 }
    client.leave()
    try await until { try await figure("recto_work_running", of: shelf) == 0 }
    #expect(try await figure("recto_render_withdrawn_total", of: shelf) == 1)
    // The only worker is there for the next.
    #expect(try await shelf.answer(image(1)).status == 200)
    _ = folder
  }

  @Test(.timeLimit(.minutes(5)))
  func aPageThatCrashesCostsItselfAlone() async throws {
    let (shelf, folder) = try await shelf("page 1: crash")
    let crashed = try await shelf.answer(image(0))
    #expect(crashed.status == 422, "\(crashed.text)")
    #expect(try await shelf.answer(image(1)).status == 200)
    #expect(try await figure("recto_worker_endings_total", of: shelf) >= 1)
    #expect(
      try await shelf.answer("/api/1/publications/sound.md/pages/0/image.png").status == 200)
    _ = folder
  }

  @Test(.timeLimit(.minutes(5)))
  func tooManyRequestsOfAClientAreTurnedAwayAtOnce() async throws {
    let folder = try temporaryFolder()
    try Misbehaving.write("page 1: hang", to: "issue.misbehave", in: folder)
    let shelf = try await ServedShelf(
      "--clients", "2", "--jobs", "1", "--time-limit", "60", folder.path,
      environment: try Misbehaving.environment())
    let clients = try (0..<2).map { _ in try SocketClient(port: shelf.port) }
    for client in clients { try await client.send(httpRequest(image(0)) + "\r\n\r\n") }
    var refused = try await shelf.answer(image(1))
    while refused.status == 200 { refused = try await shelf.answer(image(1)) }
    #expect(refused.status == 429 && refused["Retry-After"] == "1")
    for client in clients { client.leave() }
    try await until { try await shelf.answer(image(1)).status == 200 }
  }

  @Test(.timeLimit(.minutes(5)))
  func aServerThatEndsSendsWhatItHasBegun() async throws {
    let (shelf, folder) = try await shelf("page 1: sleep 2000")
    let client = try SocketClient(port: shelf.port)
    try await client.send(httpRequest(image(0)) + "\r\nConnection: close\r\n\r\n")
    try await until { try await figure("recto_work_running", of: shelf) >= 1 }
    async let status = shelf.stop()
    let answer = try await client.receiveAll()
    #expect(httpStatus(answer) == 200)
    #expect(await status == 0)
    _ = folder
  }

  @Test(.timeLimit(.minutes(5)))
  func aWorkerThatSomebodyKillsLosesNoRequest() async throws {
    let folder = try temporaryFolder()
    try folder.write(Array("# Tide\n\nThe sea.\n".utf8), to: "sound.md")
    let shelf = try await ServedShelf(folder.path)
    let image = "/api/1/publications/sound.md/pages/0/image.png"
    #expect(try await shelf.answer(image).status == 200)
    var statuses: [Int] = []
    // Each request meets one kill at most: what is killed twice may be to blame.
    for round in 0..<8 {
      statuses += try await withThrowingTaskGroup(of: Int.self) { group in
        for client in 0..<4 {
          // None that anybody has asked for.
          let scale = "\(client + 2).\(1000 + round)"
          group.addTask { try await shelf.answer("\(image)?scale=\(scale)").status }
        }
        for zygote in children(of: shelf.recto.processID) {
          for worker in children(of: zygote) { kill(worker, SIGKILL) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(statuses.count == 32 && Set(statuses) == [200], "\(statuses)")
    #expect(try await figure("recto_worker_endings_total", of: shelf) == 0)
  }

  /// What nobody asked for yet keeps its worker for minutes, unless somebody waits for another.
  @Test(.timeLimit(.minutes(3)))
  func lookingAheadGivesWayToWhoWaits() async throws {
    let folder = try temporaryFolder()
    try Misbehaving.write("open: hang", to: "ahead.misbehave", in: folder)
    // Long enough for whoever looks ahead to see that somebody waits.
    try Misbehaving.write("open: sleep 2000", to: "wanted.misbehave", in: folder)
    let shelf = try await ServedShelf(
      "--time-limit", "600", folder.path, environment: try Misbehaving.environment())
    func workers() -> Set<Int32> {
      Set(children(of: shelf.recto.processID).flatMap(children))
    }
    try await until { try await figure("recto_work_running", of: shelf) >= 1 }
    try await until { !workers().isEmpty }
    let ahead = workers()
    #expect(try await shelf.answer("/api/1/publications/wanted.misbehave").status == 200)
    try await until { workers().isDisjoint(with: ahead) }
    // It is looked at all the same.
    try await until { try await figure("recto_work_running", of: shelf) >= 1 }
  }
}
