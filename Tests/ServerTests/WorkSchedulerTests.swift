import Glibc
import RectoPageModel
import RectoPipeline
import RectoWorkers
import TestSupport
import Testing

@testable import RectoServer

/// Turns, by a clock that the tests move.
@Suite struct WorkSchedulerTests {
  private let clock = ManualClock()
  private let patience = Duration.seconds(86_400)
  private let gate = Gate()
  private let begun = Log<String>()

  private func scheduler(_ atOnce: Int = 1, waiting: Int = 9, slow: Int = 0) -> WorkScheduler {
    var limits = WorkLimits(atOnce: atOnce, waiting: waiting)
    limits.slow = slow
    limits.slowOfClient = slow
    return WorkScheduler(limits, queueTimeout: patience) { [clock] in clock.now }
  }

  /// Work that goes on until the gate is opened.
  private func work(
    _ name: String, at scheduler: WorkScheduler, _ priority: RequestOptions.Priority = .visible,
    _ cost: WorkCost = .page, for client: String = "192.0.2.1", until gate: Gate? = nil
  ) -> Task<Void, any Error> {
    Task { [begun, shared = self.gate] in
      try await WorkAccount.$current.withValue(WorkAccount(address: client)) {
        try await scheduler.run(priority, cost) { () async throws(PageError) in
          begun.append(name)
          try? await (gate ?? shared).pass()
        }
      }
    }
  }

  /// Makes a request for another client: the only one stays at the front.
  private func otherClientAsks(_ scheduler: WorkScheduler) async throws {
    try await WorkAccount.$current.withValue(WorkAccount(address: "192.0.2.9")) {
      try await scheduler.run { () async throws(PageError) in }
    }
  }

  private func waits(for count: Int, at scheduler: WorkScheduler) async throws {
    try await until("\(count) wait") { scheduler.counts.waiting == count }
  }

  @Test func waitingWorkIsDoneInOrderOfUrgency() async throws {
    let scheduler = scheduler()
    var tasks = [work("first", at: scheduler)]
    try await begun.wait(count: 1)
    for (count, (name, priority)) in [
      ("export", RequestOptions.Priority.export), ("visible", .visible),
      ("another export", .export),
    ].enumerated() {
      tasks.append(work(name, at: scheduler, priority))
      try await waits(for: count + 1, at: scheduler)
    }
    gate.open()
    for task in tasks { try await task.value }
    #expect(begun.entries == ["first", "visible", "export", "another export"])
  }

  @Test func slowWorkGivesItsTurnAwayUpToALimit() async throws {
    let scheduler = scheduler(slow: 1)
    var tasks = [work("first", at: scheduler)]
    try await begun.wait(count: 1)
    for count in 1...2 {
      tasks.append(work("\(count)", at: scheduler))
      try await waits(for: count, at: scheduler)
    }
    scheduler.giveSlowTurnsAway()
    #expect(scheduler.counts.waiting == 2)
    clock.advance(by: WorkScheduler.slowAfter(.page))
    scheduler.giveSlowTurnsAway()
    #expect(scheduler.counts.working == 2 && scheduler.counts.waiting == 1)
    clock.advance(by: WorkScheduler.slowAfter(.page))
    scheduler.giveSlowTurnsAway()
    #expect(scheduler.counts.working == 2 && scheduler.counts.waiting == 1)
    gate.open()
    for task in tasks { try await task.value }
    #expect(scheduler.counts.working == 0)
  }

  @Test func aLongWaitAndAFullQueueAreBusy() async throws {
    let scheduler = scheduler(waiting: 1)
    let first = work("first", at: scheduler)
    try await begun.wait(count: 1)
    let late = work("late", at: scheduler)
    try await waits(for: 1, at: scheduler)
    let full = await #expect(throws: PageError.self) { try await work("full", at: scheduler).value }
    #expect(full?.code == .busy)
    scheduler.refuseLateWaiters()
    #expect(scheduler.counts.waiting == 1)
    clock.advance(by: patience)
    scheduler.refuseLateWaiters()
    let error = await #expect(throws: PageError.self) { try await late.value }
    #expect(error?.code == .busy)
    gate.open()
    try await first.value
    #expect(begun.entries == ["first"])
  }

  @Test func oneTurnIsLeftForAnotherClient() async throws {
    let scheduler = scheduler(3)
    var tasks = (1...4).map { work("busy \($0)", at: scheduler) }
    try await begun.wait(count: 2)
    try await waits(for: 2, at: scheduler)
    tasks.append(work("reader", at: scheduler, for: "192.0.2.2"))
    try await begun.wait("the reader's turn") { $0.contains("reader") }
    #expect(scheduler.counts.working == 3 && scheduler.counts.waiting == 2)
    gate.open()
    for task in tasks { try await task.value }
  }

  @Test func aKnownReaderWaitsForNoCrowd() async throws {
    let scheduler = scheduler(2)
    let reader = "192.0.2.9"
    let first = Gate()
    let page = work("first page", at: scheduler, for: reader, until: first)
    try await begun.wait("the first page") { $0.last == "first page" }
    first.open()
    try await page.value
    clock.advance(by: .seconds(20))
    var tasks = (1...4).map { work("crowd", at: scheduler, for: "198.51.100.\($0)") }
    try await waits(for: 2, at: scheduler)
    tasks.append(work("next page", at: scheduler, for: reader))
    try await begun.wait("the reader's turn") { $0.last == "next page" }
    #expect(scheduler.counts.working == 3 && scheduler.counts.waiting == 2)
    gate.open()
    for task in tasks { try await task.value }
  }

  /// Those who ask for much have turns of their own, at another pace.
  @Test func aReaderWaitsForNoneOfThoseWhoAskForMuch() async throws {
    let scheduler = scheduler(2)
    let busy = ["192.0.2.1", "192.0.2.3", "192.0.2.4"]
    for client in busy {
      let long = Gate()
      let task = work("long", at: scheduler, for: client, until: long)
      try await begun.wait("the long work of \(client)") { $0.last == "long" }
      clock.advance(by: .seconds(4))
      long.open()
      try await task.value
      begun.append("ended")
    }
    var tasks = busy.map { work("busy", at: scheduler, for: $0) }
    try await waits(for: 1, at: scheduler)
    tasks.append(work("reader", at: scheduler, for: "192.0.2.2"))
    try await begun.wait("the reader's turn") { $0.contains("reader") }
    #expect(scheduler.counts.working == 3 && scheduler.counts.waiting == 1)
    gate.open()
    for task in tasks { try await task.value }
  }

  @Test func workIsDoneAtItsClientsPace() async throws {
    let scheduler = scheduler(2)
    let paces = Log<WorkPace>()
    let niceness = Log<Int32>()
    try await otherClientAsks(scheduler)
    for _ in 1...2 {
      try await WorkAccount.$current.withValue(WorkAccount(address: "192.0.2.1")) {
        try await scheduler.run { [clock] () async throws(PageError) in
          paces.append(WorkPace.current)
          niceness.append(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
          clock.advance(by: .seconds(4))
        }
      }
    }
    #expect(paces.entries == [.front, .back])
    // Threads of the runtime that it starts would inherit a lower priority.
    #expect(Set(niceness.entries).count == 1)
  }

  @Test func bigWorkDoesNotTakeTheTurnsOfSmall() async throws {
    let scheduler = scheduler(2)
    try await otherClientAsks(scheduler)
    var tasks = [work("layout", at: scheduler, .visible, .layout)]
    try await begun.wait(count: 1)
    // A client that has asked for that much is at the back.
    tasks.append(work("second layout", at: scheduler, .visible, .layout))
    try await begun.wait(count: 2)
    tasks.append(work("third layout", at: scheduler, .visible, .layout))
    try await waits(for: 1, at: scheduler)
    tasks.append(work("page", at: scheduler))
    try await begun.wait(count: 3)
    // The other client has a turn of its own for big work, too.
    tasks.append(work("reader's layout", at: scheduler, .visible, .layout, for: "192.0.2.2"))
    try await begun.wait(count: 4)
    #expect(begun.entries == ["layout", "second layout", "page", "reader's layout"])
    gate.open()
    for task in tasks { try await task.value }
  }

  @Test func aClientThatAsksForMuchIsPushedOutOfAFullQueue() async throws {
    let scheduler = scheduler(2, waiting: 3)
    var tasks = [work("1", at: scheduler)]
    try await begun.wait(count: 1)
    tasks.append(work("2", at: scheduler, for: "192.0.2.2"))
    try await begun.wait(count: 2)
    var busy: [Task<Void, any Error>] = []
    for count in 1...3 {
      busy.append(work("busy \(count)", at: scheduler))
      try await waits(for: count, at: scheduler)
    }
    tasks.append(work("reader", at: scheduler, for: "192.0.2.2"))
    let error = await #expect(throws: PageError.self) { try await busy[2].value }
    #expect(error?.code == .busy && scheduler.counts.waiting == 3)
    gate.open()
    for task in tasks + busy.prefix(2) { try await task.value }
    #expect(begun.entries.contains("reader"))
  }

  /// A reader who wants a page that waits in the line of a busy client has it in their own turn.
  @Test func workThatTwoClientsWantIsDoneInTheFirstTurnOfEither() async throws {
    let scheduler = scheduler(1)
    let shared = SharedWork<String, Void>()
    let tasks = Log<Task<Void, any Error>>()
    func want(_ name: String, for client: String) {
      tasks.append(
        Task.immediate { [begun, gate] in
          try await WorkAccount.$current.withValue(WorkAccount(address: client)) {
            try await shared.value(for: name) { () async throws(PageError) in
              try await scheduler.run { () async throws(PageError) in
                begun.append(name)
                try? await gate.pass()
              }
            }
          }
        })
    }
    want("first", for: "192.0.2.1")
    try await begun.wait(count: 1)
    for count in 1...4 {
      want("busy \(count)", for: "192.0.2.1")
      try await waits(for: count, at: scheduler)
    }
    want("busy 4", for: "192.0.2.2")
    // The time of the first is charged.
    clock.advance(by: .seconds(1))
    gate.open()
    for task in tasks.entries { try await task.value }
    // The busy client has a turn at the same time, at the back.
    #expect(begun.entries.prefix(3).contains("busy 4"), "\(begun.entries)")
  }

  /// The one who goes is released at once, also where another one waits for the same.
  @Test func whoLeavesSharedWorkDoesNotWaitForIt() async throws {
    let shared = SharedWork<String, Int>()
    func want() -> Task<Int, any Error> {
      Task.immediate { [gate] in
        try await shared.value(for: "one") { () async throws(PageError) in
          try? await gate.pass()
          return 1
        }
      }
    }
    let tasks = (first: want(), second: want())
    tasks.first.cancel()
    let error = await #expect(throws: PageError.self) { try await tasks.first.value }
    #expect(error?.code == .cancelled)
    gate.open()
    #expect(try await tasks.second.value == 1)
  }

  @Test func workThatNeverBeginsCostsItsClientNothing() async throws {
    let scheduler = scheduler(waiting: 1)
    let reader = WorkAccount(address: "192.0.2.9")
    var tasks = [work("first", at: scheduler)]
    try await begun.wait(count: 1)
    // More than its share, if any of it counted.
    for _ in 0..<40 {
      let left = work("left", at: scheduler, for: "192.0.2.9")
      try await waits(for: 1, at: scheduler)
      left.cancel()
      await #expect(throws: PageError.cancelled) { try await left.value }
    }
    tasks.append(work("second", at: scheduler, for: "192.0.2.2"))
    try await waits(for: 1, at: scheduler)
    for _ in 0..<40 {
      let refused = work("refused", at: scheduler, for: "192.0.2.9")
      await #expect(throws: PageError.self) { try await refused.value }
    }
    #expect(WorkAccount.$current.withValue(reader) { scheduler.pace() } == .front)
    gate.open()
    for task in tasks { try await task.value }
    #expect(begun.entries == ["first", "second"])
  }

  @Test func cancelledWorkDoesNotWait() async throws {
    let scheduler = scheduler()
    let first = work("first", at: scheduler)
    try await begun.wait(count: 1)
    let cancelled = work("cancelled", at: scheduler)
    try await waits(for: 1, at: scheduler)
    cancelled.cancel()
    let error = await #expect(throws: PageError.self) { try await cancelled.value }
    #expect(error?.code == .cancelled && scheduler.counts.waiting == 0)
    gate.open()
    try await first.value
  }
}
