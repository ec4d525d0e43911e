import Foundation
import TestSupport
import Testing

@testable import RectoWorkers

@Suite struct JobDeadlineTests {
  private let start = ContinuousClock.now

  /// Looks at a deadline of 8 s every half second; `waited` is the waiting time at an elapsed time.
  /// Gives the elapsed seconds at which it has passed.
  private func passing(
    _ expected: JobDeadline.Passing = .spent, _ waited: (Double) -> Double
  ) -> Double? {
    var deadline = JobDeadline(seconds: 8, start: start)
    for elapsed in stride(from: 0.5, through: 200, by: 0.5) {
      let now = start + .seconds(elapsed)
      guard let passing = deadline.passing(at: now, waited: { waited(elapsed) }) else { continue }
      return passing == expected ? elapsed : nil
    }
    return nil
  }

  @Test func aJobThatNeverWaitsEndsAtItsLimit() {
    #expect(passing { _ in 0 } == 8)
  }

  /// Nor does what it waited before the job count.
  @Test func timeSpentWaitingForAProcessorDoesNotCount() {
    #expect(passing { 1000 + min($0, 2 + 10) } == 18)
  }

  @Test func aJobThatHasHalfAProcessorHasTwiceTheTime() {
    #expect(passing { $0 / 2 } == 14)
  }

  @Test func aJobThatOnlyWaitsEndsAtTenTimesItsLimit() {
    #expect(passing(.starved) { $0 } == 80)
    #expect(passing(.starved) { $0 * 5 } == 80)
  }

  @Test func aShortJobIsNotMeasured() {
    var deadline = JobDeadline(seconds: 8, start: start)
    let passing = deadline.passing(at: start + .seconds(1.9)) {
      Issue.record("it was measured")
      return 0
    }
    #expect(passing == nil)
  }

  /// A host that had no processor itself looks late, and measures from then on.
  @Test func aHostThatLooksLateGivesTheJobTimeFromThenOn() {
    var deadline = JobDeadline(seconds: 8, start: start)
    #expect(deadline.passing(at: start + .seconds(30)) { 0 } == nil)
    #expect(deadline.passing(at: start + .seconds(35.5)) { 0 } == nil)
    #expect(deadline.passing(at: start + .seconds(36)) { 0 } == .spent)
  }

  /// Two processes compete for one processor, so that each has to wait.
  @Test func theKernelCountsTheWaitingOfProcessesThatShareAProcessor() async throws {
    let loop =
      "taskset -c 0 sh -c 'while :; do :; done' & "
      + "taskset -c 0 sh -c 'while :; do :; done' & wait"
    let shell = try ChildProcess("/bin/sh", ["-c", loop])
    try await until("they wait for each other") { processorWait(of: shell.id) > 0.2 }
    let family = descendants(of: shell.id)
    #expect(family.count >= 2)
    for process in family { kill(process, SIGKILL) }
    try await shell.kill()
    #expect(processorWait(of: shell.id) == 0)
  }
}
