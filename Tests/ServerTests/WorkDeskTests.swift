import PageModel
import Pipeline
import TestSupport
import Testing

@testable import Server

/// Turns, by a clock that the tests move.
@Suite struct WorkDeskTests {
  private let clock = ManualClock()
  private let patience = Duration.seconds(86_400)
  private let gate = Gate()
  private let begun = Log<String>()

  private func desk(waiting: Int = 9, slowAtOnce: Int = 0) -> WorkDesk {
    WorkDesk(atOnce: 1, waiting: waiting, patience: patience, slowAtOnce: slowAtOnce) {
      [clock] in clock.now
    }
  }

  /// Work that goes on until the gate is opened.
  private func work(
    _ name: String, at desk: WorkDesk, _ priority: Urgency.Priority = .visible
  ) -> Task<Void, any Error> {
    Task { [begun, gate] in
      try await desk.run(priority) { () async throws(PageError) in
        begun.append(name)
        try? await gate.pass()
      }
    }
  }

  private func waits(for count: Int, at desk: WorkDesk) async throws {
    try await until("\(count) wait") { desk.counts.waiting == count }
  }

  @Test func waitingWorkIsDoneInOrderOfUrgency() async throws {
    let desk = desk()
    var tasks = [work("first", at: desk)]
    try await begun.wait(count: 1)
    for (count, (name, priority)) in [
      ("export", Urgency.Priority.export), ("visible", .visible), ("another export", .export),
    ].enumerated() {
      tasks.append(work(name, at: desk, priority))
      try await waits(for: count + 1, at: desk)
    }
    gate.open()
    for task in tasks { try await task.value }
    #expect(begun.entries == ["first", "visible", "export", "another export"])
  }

  @Test func slowWorkGivesItsTurnAwayUpToALimit() async throws {
    let desk = desk(slowAtOnce: 1)
    var tasks = [work("first", at: desk)]
    try await begun.wait(count: 1)
    for count in 1...2 {
      tasks.append(work("\(count)", at: desk))
      try await waits(for: count, at: desk)
    }
    desk.giveSlowTurnsAway()
    #expect(desk.counts.waiting == 2)
    clock.advance(by: WorkDesk.slowAfter)
    desk.giveSlowTurnsAway()
    #expect(desk.counts.working == 2 && desk.counts.waiting == 1)
    clock.advance(by: WorkDesk.slowAfter)
    desk.giveSlowTurnsAway()
    #expect(desk.counts.working == 2 && desk.counts.waiting == 1)
    gate.open()
    for task in tasks { try await task.value }
    #expect(desk.counts.working == 0)
  }

  @Test func aLongWaitAndAFullQueueAreBusy() async throws {
    let desk = desk(waiting: 1)
    let first = work("first", at: desk)
    try await begun.wait(count: 1)
    let late = work("late", at: desk)
    try await waits(for: 1, at: desk)
    let full = await #expect(throws: PageError.self) { try await work("full", at: desk).value }
    #expect(full?.code == .busy)
    desk.refuseLateWaiters()
    #expect(desk.counts.waiting == 1)
    clock.advance(by: patience)
    desk.refuseLateWaiters()
    let error = await #expect(throws: PageError.self) { try await late.value }
    #expect(error?.code == .busy)
    gate.open()
    try await first.value
    #expect(begun.entries == ["first"])
  }

  @Test func cancelledWorkDoesNotWait() async throws {
    let desk = desk()
    let first = work("first", at: desk)
    try await begun.wait(count: 1)
    let cancelled = work("cancelled", at: desk)
    try await waits(for: 1, at: desk)
    cancelled.cancel()
    let error = await #expect(throws: PageError.self) { try await cancelled.value }
    #expect(error?.code == .cancelled && desk.counts.waiting == 0)
    gate.open()
    try await first.value
  }
}
