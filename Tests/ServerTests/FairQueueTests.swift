import Testing

@testable import RectoServer

/// The order of work of several clients, without time and without tasks.
@Suite struct FairQueueTests {
  private let busy = WorkClient.network(.init("192.0.2.1"))
  private let reader = WorkClient.network(.init("192.0.2.2"))

  private func entry(
    _ name: String, _ client: WorkClient, _ seconds: Double = 1
  ) -> FairQueue<String>.Entry {
    FairQueue.Entry(
      account: WorkAccount(client), priority: .visible, cost: WorkCost(seconds: seconds),
      element: name)
  }

  private func order(_ queue: inout FairQueue<String>, count: Int = .max) -> [String] {
    var order: [String] = []
    while order.count < count, let next = queue.next(where: { _, _ in true }) {
      order.append(next.entry.element)
    }
    return order
  }

  @Test func aReaderIsNextHoweverMuchAnotherAsksFor() {
    var queue = FairQueue<String>()
    for _ in 0..<1_000 { queue.add(entry("busy", busy)) }
    #expect(order(&queue, count: 50) == Array(repeating: "busy", count: 50))
    for page in 1...3 {
      queue.add(entry("page \(page)", reader, 0.1))
      #expect(order(&queue, count: 2).contains("page \(page)"))
    }
  }

  @Test func clientsShareByCostAndNotByCount() {
    var queue = FairQueue<String>()
    for _ in 0..<100 {
      queue.add(entry("large", busy, 1))
      queue.add(entry("small", reader, 0.25))
    }
    let first = order(&queue, count: 50)
    #expect((38...42).contains(first.count { $0 == "small" }), "\(first)")
  }

  @Test func turnsThatWereNotUsedAreNoClaim() {
    var queue = FairQueue<String>()
    for _ in 0..<50 { queue.add(entry("busy", busy)) }
    _ = order(&queue, count: 40)
    for _ in 0..<10 { queue.add(entry("late", reader)) }
    let next = order(&queue, count: 10)
    #expect((4...6).contains(next.count { $0 == "late" }), "\(next)")
  }

  @Test func theTimeThatWorkTookIsCharged() {
    var queue = FairQueue<String>()
    for _ in 0..<9 {
      queue.add(entry("wrong", busy, 0.1))
      queue.add(entry("right", reader, 0.1))
    }
    _ = order(&queue, count: 1)
    // The work was expected to take a tenth of a second.
    queue.settle(WorkCost(seconds: 0.1), busy, took: 1)
    #expect(order(&queue, count: 8).allSatisfy { $0 == "right" })
  }

  @Test func theServersOwnWorkTakesAFifth() {
    var queue = FairQueue<String>()
    for _ in 0..<100 {
      queue.add(entry("own", .server))
      queue.add(entry("page", reader))
    }
    let first = order(&queue, count: 50)
    #expect((9...11).contains(first.count { $0 == "own" }), "\(first)")
  }

  @Test func aClientThatMayNotRunIsPassedOver() {
    var queue = FairQueue<String>()
    queue.add(entry("busy", busy))
    queue.add(entry("page", reader))
    #expect(queue.next { _, client in client != busy }?.entry.element == "page")
    #expect(queue.next { _, client in client != busy } == nil)
    #expect(queue.entries.count == 1)
  }

  @Test func manyWhoAreDelayedDoNotHoldUpAReader() {
    var queue = FairQueue<String>()
    let delay: (WorkClient) -> Double = { [reader] in $0 == reader ? 0 : 0.25 }
    for number in 0..<100 {
      queue.add(entry("delayed", .network(.init("198.51.100.\(number)")), 0.1))
    }
    for page in 1...3 {
      queue.add(entry("page \(page)", reader, 0.05))
      let next = queue.next(delay: delay) { _, _ in true }
      #expect(next?.entry.element == "page \(page)")
    }
  }

  @Test func whoIsDelayedDoesNotWaitForever() {
    var queue = FairQueue<String>()
    queue.add(entry("delayed", busy, 0.1))
    var next: String?
    var pages = 0
    while next != "delayed", pages < 100 {
      pages += 1
      queue.add(entry("page", reader, 0.05))
      next =
        queue.next(delay: { [busy] in $0 == busy ? 0.25 : 0 }, where: { _, _ in true })?
        .entry.element
    }
    #expect((3...10).contains(pages), "\(pages)")
  }

  @Test func clientsAreForgottenWhenOthersHaveCaughtUp() {
    var queue = FairQueue<String>()
    for number in 0..<3 * FairQueue<String>.capacity {
      queue.add(entry("page", .network(.init("2001:db8:0:\(String(number, radix: 16))::1"))))
      _ = order(&queue)
    }
    #expect(queue.rememberedClients <= FairQueue<String>.capacity)
  }
}
