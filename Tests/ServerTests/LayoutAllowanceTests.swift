import TestSupport
import Testing

@testable import RectoServer

@Suite struct LayoutAllowanceTests {
  private let clock = ManualClock()
  private let client = WorkClient.network(.init("192.0.2.1"))

  private func taken(_ allowance: LayoutAllowance, _ publication: String, _ client: WorkClient)
    -> Int
  {
    var count = 0
    while count < 1_000, (try? allowance.take(publication, for: client)) != nil { count += 1 }
    return count
  }

  @Test func aClientHasFewLayoutsOfAPublicationAndThenMoreInTime() throws {
    let allowance = LayoutAllowance { [clock] in clock.now }
    #expect(taken(allowance, "a", client) == Int(LayoutAllowance.layouts))
    let error = #expect(throws: ServerError.self) { try allowance.take("a", for: client) }
    #expect(error?.status == .tooManyRequests && error?.headers["Retry-After"] == "10")
    #expect(taken(allowance, "b", client) == Int(LayoutAllowance.layouts))
    #expect(taken(allowance, "a", .network(.init("192.0.2.2"))) > 0)
    clock.advance(by: LayoutAllowance.returnsAfter * 2)
    #expect(taken(allowance, "a", client) == 2)
  }

  @Test func fewPairsAreRemembered() {
    let allowance = LayoutAllowance { [clock] in clock.now }
    #expect(taken(allowance, "first", client) == Int(LayoutAllowance.layouts))
    for number in 0...LayoutAllowance.capacity {
      try? allowance.take("\(number)", for: client)
    }
    // The first of them is forgotten, and may be laid out as often again.
    #expect(taken(allowance, "first", client) == Int(LayoutAllowance.layouts))
  }

  /// Over HTTP: the layouts that are open cost nothing, a further one is refused with a sentence.
  @Test func tooManyLayoutsAreRefusedWhileOpenOnesAreServed() async throws {
    let folder = try temporaryFolder()
    try folder.write(Array("# Tide\n\nThe sea.\n".utf8), to: "story.md")
    try await withServer(folder.path, clock: clock) { server in
      func status(_ scale: Int) async throws -> Int {
        try await server.answer("/api/1/publications/story.md?font-scale=1.\(scale)").status
      }
      for scale in 1...Int(LayoutAllowance.layouts) {
        #expect(try await status(10 + scale) == 200)
      }
      #expect(try await status(10 + Int(LayoutAllowance.layouts)) == 200)
      let refused = try await server.answer("/api/1/publications/story.md?font-scale=1.9")
      #expect(refused.status == 429 && refused["Retry-After"] != nil)
      #expect(refused.text.contains("layouts of this publication"))
      // Its own layout is for everyone.
      #expect(try await server.answer("/api/1/publications/story.md").status == 200)
    }
  }
}
