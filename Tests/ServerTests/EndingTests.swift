import Foundation
import RectoServer
import TestSupport
import Testing

@Suite(.enabled(if: Misbehaving.canBuild, "make and clang build the plugin"))
struct EndingTests {
  private func shelf(_ lines: String, grace: String = "3600") async throws -> (
    ServedShelf, TemporaryFolder
  ) {
    let folder = try temporaryFolder()
    try Misbehaving.write(lines, to: "issue.misbehave", in: folder)
    try folder.write(Array("# Tide\n\nThe sea.\n".utf8), to: "sound.md")
    let recto = try await ServedShelf(
      "--jobs", "1", "--grace", grace, folder.path, environment: try await Misbehaving.environment()
    )
    return (recto, folder)
  }

  private func image(_ page: Int) -> String {
    "/api/1/publications/issue.misbehave/pages/\(page)/image.png"
  }

  @Test func aClientThatGoesAwayCancelsItsRender() async throws {
    let (shelf, folder) = try await shelf("page 1: hang asleep")
    // The records are made and the issue is open before, so that only the render runs.
    try await until("the records are made") {
      let list = try await shelf.answer("/api/1/publications").text
      return list.components(separatedBy: "\"pageCount\"").count == 3
    }
    #expect(try await shelf.answer(image(2)).status == 200)
    try await until("nothing runs") { try await shelf.figure("recto_work_running") == 0 }
    let client = try SocketClient(port: shelf.port)
    try await client.send(httpRequest(image(0)) + "\r\n\r\n")
    try await until("the render runs") { try await shelf.figure("recto_work_running") == 1 }
    client.leave()
    try await until("the render ends") { try await shelf.figure("recto_work_running") == 0 }
    #expect(try await shelf.figure("recto_render_cancelled_total") == 1)
    // It is not an error of the server.
    try await until("the request is counted") {
      try await shelf.answer("/metrics").text.contains("status=\"499\"} 1\n")
    }
    #expect(try await !shelf.answer("/metrics").text.contains("status=\"503\""))
    // The only worker is there for the next.
    #expect(try await shelf.answer(image(1)).status == 200)
    _ = folder
  }

  @Test func aPageThatCrashesCostsItselfAlone() async throws {
    let (shelf, folder) = try await shelf("page 1: crash")
    let crashed = try await shelf.answer(image(0))
    #expect(crashed.status == 422, "\(crashed.text)")
    #expect(try await shelf.answer(image(1)).status == 200)
    #expect(try await shelf.figure("recto_worker_endings_total") >= 1)
    #expect(
      try await shelf.answer("/api/1/publications/sound.md/pages/0/image.png").status == 200)
    _ = folder
  }

  @Test func tooManyRequestsOfAClientAreTurnedAwayAtOnce() async throws {
    let folder = try temporaryFolder()
    for name in ["a", "b"] { try folder.write("held when rendered".utf8, to: "\(name).held") }
    func image(_ name: String) -> String { "/api/1/publications/\(name).held/pages/0/image.png" }
    let backend = HeldBackend()
    var limits = ServerLimits()
    limits.requestsOfClient = 2
    try await withServer(folder.path, backends: [backend], limits: limits) { shelf in
      defer { backend.gate.open() }
      async let first = shelf.answer(image("a"))
      async let second = shelf.answer(image("b"))
      try await backend.held.wait("two renders", count: 2)
      let refused = try await shelf.answer(image("a"))
      #expect(refused.status == 429 && refused["Retry-After"] == "1")
      backend.gate.open()
      #expect(try await [first.status, second.status] == [200, 200])
      #expect(try await shelf.answer(image("a")).status == 200)
    }
  }

  @Test func aServerThatEndsSendsWhatItHasBegun() async throws {
    let folder = try temporaryFolder()
    try folder.write("held when rendered".utf8, to: "a.held")
    let backend = HeldBackend()
    try await withServer(folder.path, backends: [backend]) { shelf in
      defer { backend.gate.open() }
      async let answer = shelf.answer("/api/1/publications/a.held/pages/0/image.png")
      try await backend.held.wait("the render", count: 1)
      async let stopped: Void = shelf.stop(grace: .seconds(86_400))
      try await until("it takes no connections") { (try? SocketClient(port: shelf.port)) == nil }
      backend.gate.open()
      #expect(try await answer.status == 200)
      await stopped
    }
  }

  @Test func aServerThatEndsDoesNotWaitForWhatHangs() async throws {
    let (shelf, folder) = try await shelf("page 1: hang asleep", grace: "0.1")
    let client = try SocketClient(port: shelf.port)
    try await client.send(httpRequest(image(0)) + "\r\nConnection: close\r\n\r\n")
    try await until("the render runs") { try await shelf.figure("recto_work_running") >= 1 }
    #expect(try await shelf.stop() == 0)
    #expect(httpStatus(try await client.receiveAll()) != 200)
    _ = folder
  }

  @Test func aWorkerKilledFromOutsideLosesNoRequest() async throws {
    let folder = try temporaryFolder()
    try folder.write(Array("# Tide\n\nThe sea.\n".utf8), to: "sound.md")
    let shelf = try await ServedShelf(folder.path)
    let image = "/api/1/publications/sound.md/pages/0/image.png"
    #expect(try await shelf.answer(image).status == 200)
    // The server's own work may take so long on a busy machine that it meets several kills.
    try await shelf.looksThroughAll()
    var statuses: [Int] = []
    // Each request meets at most one kill: a source whose worker is killed twice may be to blame.
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
    #expect(try await shelf.figure("recto_worker_endings_total") == 0)
  }

  /// Work ahead of requests keeps its worker for its full time, unless a request waits for one.
  @Test func lookingAheadGivesWayToWhoWaits() async throws {
    let folder = try temporaryFolder()
    try Misbehaving.write("open: hang asleep", to: "ahead.misbehave", in: folder)
    try Misbehaving.write("open: hang asleep", to: "wanted.misbehave", in: folder)
    let shelf = try await ServedShelf(
      folder.path, environment: try await Misbehaving.environment())
    func workers() -> Set<Int32> {
      Set(children(of: shelf.recto.processID).flatMap(children))
    }
    /// Workers other than these, once all of these have ended.
    func others(than former: Set<Int32>, _ event: String) async throws -> Set<Int32> {
      try await until(event) {
        let workers = workers()
        return !workers.isEmpty && workers.isDisjoint(with: former)
      }
      return workers()
    }
    let ahead = try await others(than: [], "it looks ahead")
    let client = try SocketClient(port: shelf.port)
    try await client.send(httpRequest("/api/1/publications/wanted.misbehave") + "\r\n\r\n")
    let wanted = try await others(than: ahead, "looking ahead gives way")
    client.leave()
    // Work ahead of requests happens nevertheless.
    _ = try await others(than: ahead.union(wanted), "it looks ahead again")
  }
}
