import PageModel
import TestSupport
import Testing

@testable import Workers

@Suite struct QuarantineTests {
  private func isAdmitted(
    _ source: String, to quarantine: Quarantine, _ limits: WorkerLimits
  ) -> Bool {
    (try? quarantine.admit(source, limits: limits)) != nil
  }

  @Test func aSourceIsRefusedAfterItsThirdWorkerAndNoOther() throws {
    let quarantine = Quarantine()
    let limits = WorkerLimits()
    for _ in 0..<3 {
      #expect(isAdmitted("bad", to: quarantine, limits))
      quarantine.record("bad", limits: limits)
    }
    let error = #expect(throws: PageError.self) { try quarantine.admit("bad", limits: limits) }
    #expect(
      error
        == PageError(
          .damaged, "it ended 3 workers and is refused for 10 minutes: check the source"))
    #expect(isAdmitted("good", to: quarantine, limits))
    #expect(isAdmitted("bad", to: Quarantine(), limits))
  }

  @Test func aRefusalIsOverAfterItsTimeAndTheCountBeginsAnew() {
    let clock = ManualClock()
    let quarantine = Quarantine { clock.now }
    var limits = WorkerLimits()
    (limits.endedWorkers, limits.refusalSeconds) = (2, 600)
    for _ in 0..<2 { quarantine.record("bad", limits: limits) }
    #expect(!isAdmitted("bad", to: quarantine, limits))
    clock.advance(by: .seconds(599))
    #expect(!isAdmitted("bad", to: quarantine, limits))
    clock.advance(by: .seconds(1))
    #expect(isAdmitted("bad", to: quarantine, limits))
    quarantine.record("bad", limits: limits)
    #expect(isAdmitted("bad", to: quarantine, limits))
    quarantine.record("bad", limits: limits)
    #expect(!isAdmitted("bad", to: quarantine, limits))
  }

  @Test func whatIsRememberedIsBounded() {
    let quarantine = Quarantine()
    var limits = WorkerLimits()
    limits.endedWorkers = 1
    quarantine.record("first", limits: limits)
    for number in 0..<20_000 { quarantine.record("source \(number)", limits: limits) }
    #expect(isAdmitted("first", to: quarantine, limits))
    #expect(!isAdmitted("source 19999", to: quarantine, limits))
  }
}
