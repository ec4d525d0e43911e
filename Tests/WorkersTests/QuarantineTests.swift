import RectoPageModel
import TestSupport
import Testing

@testable import RectoWorkers

@Suite struct QuarantineTests {
  private func isAdmitted(
    _ subject: Quarantine.Subject, to quarantine: Quarantine, _ limits: WorkerLimits
  ) -> Bool {
    (try? quarantine.admit(subject, limits: limits)) != nil
  }

  private func isAdmitted(
    _ source: String, to quarantine: Quarantine, _ limits: WorkerLimits
  ) -> Bool {
    isAdmitted(Quarantine.Subject(source: source), to: quarantine, limits)
  }

  @Test func aSourceIsRefusedAfterItsThirdWorkerAndNoOther() throws {
    let quarantine = Quarantine()
    let limits = WorkerLimits()
    for _ in 0..<3 {
      #expect(isAdmitted("bad", to: quarantine, limits))
      quarantine.record(Quarantine.Subject(source: "bad"), limits: limits)
    }
    let error = #expect(throws: PageError.self) {
      try quarantine.admit(Quarantine.Subject(source: "bad"), limits: limits)
    }
    #expect(
      error
        == PageError(
          .damaged, "it stopped 3 workers and is refused for 10 minutes: check the source"))
    #expect(isAdmitted("good", to: quarantine, limits))
    #expect(isAdmitted("bad", to: Quarantine(), limits))
  }

  @Test func aPageIsRefusedByItselfUntilAsManyOfThemEndedWorkers() throws {
    let quarantine = Quarantine()
    let limits = WorkerLimits()
    func page(_ index: Int?) -> Quarantine.Subject {
      Quarantine.Subject(source: "issue", page: index)
    }
    for _ in 0..<10 { quarantine.record(page(4), limits: limits) }
    let error = #expect(throws: PageError.self) {
      try quarantine.admit(page(4), limits: limits)
    }
    #expect(error?.message.hasPrefix("page 5 stopped 3 workers and is refused") == true)
    quarantine.record(page(5), limits: limits)
    #expect(isAdmitted(page(5), to: quarantine, limits))
    #expect(isAdmitted(page(nil), to: quarantine, limits))
    quarantine.record(page(6), limits: limits)
    #expect(!isAdmitted(page(0), to: quarantine, limits))
    #expect(!isAdmitted(page(nil), to: quarantine, limits))
  }

  /// The limits are the request's as much as the source's: its pages are not damaged.
  @Test func aSourceThatReachedLimitsIsRefusedByALimit() throws {
    let quarantine = Quarantine()
    let limits = WorkerLimits()
    func refusal() -> PageError? {
      #expect(throws: PageError.self) {
        try quarantine.admit(Quarantine.Subject(source: "issue", page: 9), limits: limits)
      }
    }
    for (page, remedy) in zip(0..., [PageError.Remedy.time, .memory, .time]) {
      quarantine.record(
        Quarantine.Subject(source: "issue", page: page), remedy: remedy, limits: limits)
    }
    #expect(
      refusal()
        == PageError(.limit, "it stopped 3 workers and is refused for 10 minutes", remedy: .time))
    quarantine.record(Quarantine.Subject(source: "issue", page: 3), limits: limits)
    quarantine.record(
      Quarantine.Subject(source: "issue", page: 4), remedy: .time, limits: limits)
    #expect(refusal()?.code == .damaged)
  }

  @Test func noLayoutThatAClientChoseHasAnotherRefused() {
    let quarantine = Quarantine()
    let limits = WorkerLimits()
    for scale in 11..<30 {
      let layout = LayoutOptions(fontScale: Double(scale) / 10)
      let chosen = Quarantine.Subject(source: "issue", layout: layout)
      for _ in 0..<3 { quarantine.record(chosen, limits: limits) }
      #expect(!isAdmitted(chosen, to: quarantine, limits))
    }
    #expect(isAdmitted("issue", to: quarantine, limits))
  }

  @Test func aRefusalExpiresAndTheCountRestarts() {
    let clock = ManualClock()
    let quarantine = Quarantine { clock.now }
    var limits = WorkerLimits()
    (limits.endedWorkers, limits.refusalSeconds) = (2, 600)
    for _ in 0..<2 { quarantine.record(Quarantine.Subject(source: "bad"), limits: limits) }
    #expect(!isAdmitted("bad", to: quarantine, limits))
    clock.advance(by: .seconds(599))
    #expect(!isAdmitted("bad", to: quarantine, limits))
    clock.advance(by: .seconds(1))
    #expect(isAdmitted("bad", to: quarantine, limits))
    quarantine.record(Quarantine.Subject(source: "bad"), limits: limits)
    #expect(isAdmitted("bad", to: quarantine, limits))
    quarantine.record(Quarantine.Subject(source: "bad"), limits: limits)
    #expect(!isAdmitted("bad", to: quarantine, limits))
  }

  @Test func whatIsRememberedIsBounded() {
    let quarantine = Quarantine()
    var limits = WorkerLimits()
    limits.endedWorkers = 1
    quarantine.record(Quarantine.Subject(source: "first"), limits: limits)
    for number in 0..<20_000 {
      quarantine.record(Quarantine.Subject(source: "source \(number)"), limits: limits)
    }
    #expect(isAdmitted("first", to: quarantine, limits))
    #expect(!isAdmitted("source 19999", to: quarantine, limits))
  }
}
