import Testing

@testable import RectoServer

@Suite struct WorkCostTests {
  private let page = WorkCost(seconds: 0.05)

  private func counted(_ seconds: Double) -> Double {
    let counted = page.seconds + page.correction(took: seconds)
    return (counted * 1_000).rounded() / 1_000
  }

  @Test func waitingForProcessorsIsHardlyCounted() {
    #expect(counted(0.1) == 0.1)
    #expect(counted(0.9) == 0.15)
  }

  @Test func longWorkIsCountedAsAWhole() {
    #expect(counted(1) == 1 && counted(20) == 20)
  }

  @Test func whatWorkDidNotTakeIsGivenBack() {
    #expect(counted(0.01) == 0.01)
  }
}
