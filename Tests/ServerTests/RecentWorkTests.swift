import TestSupport
import Testing

@testable import RectoServer

@Suite struct RecentWorkTests {
  private let start = ContinuousClock.now
  private let client = WorkClient.network(.init("192.0.2.1"))
  private let other = WorkClient.network(.init("192.0.2.2"))
  private let page = WorkCost(seconds: 0.1)

  /// A client has just asked for a little.
  private func recentWork(of client: WorkClient) -> RecentWork {
    var recent = RecentWork(share: 0.25)
    recent.add(0.01, of: client, at: start)
    return recent
  }

  @Test func oneWhoAsksForMuchIsAtTheBackUntilItIsForgotten() {
    var recent = recentWork(of: other)
    for _ in 0..<10 {
      recent.add(page.seconds, of: client, at: start)
      #expect(recent.pace(of: client, for: page, at: start) == .front)
    }
    for _ in 0..<3 { recent.add(page.seconds, of: client, at: start) }
    #expect(recent.pace(of: client, for: page, at: start) == .back)
    #expect(recent.pace(of: other, for: page, at: start) == .front)
    #expect(recent.pace(of: client, for: page, at: start + .seconds(2)) == .front)
  }

  /// A client that has asked for nothing before has a book laid out at the front.
  @Test func oneBigRequestIsAtTheFront() {
    var recent = recentWork(of: other)
    recent.add(WorkCost.layout.seconds, of: client, at: start)
    #expect(recent.pace(of: client, for: .layout, at: start) == .front)
    #expect(recent.pace(of: client, for: page, at: start) == .back)
  }

  @Test func whatWorkDidNotTakeDoesNotCount() {
    var recent = recentWork(of: other)
    recent.add(3, of: client, at: start)
    recent.add(-2.9, of: client, at: start)
    #expect(recent.pace(of: client, for: page, at: start) == .front)
    recent.add(-1, of: client, at: start)
    recent.add(1.05, of: client, at: start)
    #expect(recent.pace(of: client, for: WorkCost(seconds: 0), at: start) == .back)
  }

  @Test func aClientIsForgottenInHalfAMinuteHoweverMuchItAskedFor() {
    var recent = recentWork(of: other)
    recent.add(1_000, of: client, at: start)
    #expect(recent.pace(of: client, for: page, at: start + .seconds(29)) == .back)
    #expect(recent.pace(of: client, for: page, at: start + .seconds(31)) == .front)
  }

  @Test func theOnlyClientStaysAtTheFront() {
    var recent = recentWork(of: other)
    recent.add(1_000, of: client, at: start + .seconds(59))
    #expect(recent.pace(of: client, for: page, at: start + .seconds(59)) == .back)
    #expect(recent.pace(of: client, for: page, at: start + .seconds(60)) == .front)
    recent.add(1, of: .server, at: start + .seconds(60))
    #expect(recent.pace(of: client, for: page, at: start + .seconds(60)) == .front)
    recent.add(0.01, of: other, at: start + .seconds(61))
    recent.add(1, of: client, at: start + .seconds(62))
    #expect(recent.pace(of: client, for: page, at: start + .seconds(62)) == .back)
  }

  @Test func theServersOwnWorkIsAtTheBack() {
    #expect(RecentWork(share: nil).pace(of: .server, for: page, at: start) == .back)
  }

  @Test func aClientIsNewForSecondsAndAgainAfterAPause() {
    var recent = RecentWork(share: 0.25)
    #expect(!recent.isLight(client, at: start))
    recent.add(0.1, of: client, at: start)
    #expect(!recent.isLight(client, at: start + .seconds(9)))
    #expect(recent.isLight(client, at: start + .seconds(10)))
    recent.add(0.1, of: client, at: start + .seconds(400))
    #expect(recent.isLight(client, at: start + .seconds(900)))
    #expect(!recent.isLight(client, at: start + .seconds(1_000)))
    recent.add(0.1, of: client, at: start + .seconds(1_000))
    #expect(!recent.isLight(client, at: start + .seconds(1_009)))
  }

  @Test func whoAsksForMoreComesLater() {
    var recent = RecentWork(share: 0.25)
    for one in [client, other] { recent.add(0.1, of: one, at: start) }
    let later = start + .seconds(20)
    for _ in 0..<5 { recent.add(0.1, of: other, at: later) }
    #expect(recent.delay(of: client, at: later) == 0)
    #expect(abs(recent.delay(of: other, at: later) - 0.5) < 1e-9)
    #expect(recent.isLight(client, at: later) && !recent.isLight(other, at: later))
    #expect(RecentWork(share: nil).delay(of: client, at: later) == 0)
  }

  /// A crowd of addresses does not make the server forget its readers.
  @Test func newcomersAreForgottenFirst() {
    var recent = RecentWork(share: 0.25)
    recent.add(0.1, of: client, at: start)
    for number in 0..<10_000 {
      recent.add(5, of: .network(.init("client \(number)")), at: start + .seconds(20))
    }
    #expect(recent.isLight(client, at: start + .seconds(20)))
  }

  @Test func fewClientsAreRemembered() {
    var recent = RecentWork(share: 0.25)
    for number in 0..<10_000 {
      recent.add(5, of: .network(.init("client \(number)")), at: start)
    }
    #expect(recent.rememberedClients <= 4_096)
  }
}
