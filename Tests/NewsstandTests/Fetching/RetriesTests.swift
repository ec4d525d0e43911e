import Testing

@testable import RectoNewsstand

struct RetriesTests {
  private func failure(
    _ code: NewsstandError.Code, retryAfter: Double? = nil, isTransient: Bool = true
  ) -> TransferFailure {
    TransferFailure(
      error: NewsstandError(code, "it fails", retryAfter: retryAfter), isTransient: isTransient)
  }

  @Test func waitingGrowsUntilItIsGivenUp() throws {
    var retries = Retries(FetchPolicy())
    var waits: [Double] = []
    while let wait = retries.wait(after: failure(.unreachable), broughtMore: false) {
      waits.append(wait)
    }
    try #require(waits.count == 3)
    #expect((0.25...0.5).contains(waits[0]) && (1...2).contains(waits[2]))
  }

  @Test func whatBringsMoreIsTriedForAsLongAsItDoes() {
    var retries = Retries(FetchPolicy())
    for _ in 0..<100 {
      let wait = retries.wait(after: failure(.stalled), broughtMore: true)
      #expect(wait ?? 60 <= 0.5)
    }
    let last = retries.wait(after: failure(.stalled), broughtMore: false)
    #expect(last == nil)
  }

  @Test(
    arguments: [(7.0, true, 7.0), (61, true, nil), (nil, false, nil)] as [(Double?, Bool, Double?)])
  func aServerIsAskedAgainWhenItWantsToBe(asked: Double?, isTransient: Bool, expected: Double?) {
    var retries = Retries(FetchPolicy())
    let failure = failure(.badAnswer, retryAfter: asked, isTransient: isTransient)
    let wait = retries.wait(after: failure, broughtMore: true)
    #expect(wait == expected)
  }

  @Test func aTransferIsStalledWhereASpanBringsTooLittle() {
    let start = SuspendingClock.now
    var pace = Pace(FetchPolicy(), now: start)
    func isStalled(_ seconds: Int) -> Bool { pace.isStalled(now: start + .seconds(seconds)) }
    var seen = [isStalled(9)]
    pace.took(1280)
    seen.append(isStalled(10))
    pace.took(1279)
    seen += [isStalled(19), isStalled(20)]
    // Time spent on the disk is not the peer's fault.
    pace.pause(for: .seconds(5))
    seen += [isStalled(24), isStalled(25)]
    #expect(seen == [false, false, false, true, false, true])
  }
}
