import Foundation
import TestSupport
import Testing

@testable import Workers

@Suite struct JobDeadlineTests {
  private let start = ContinuousClock.now

  /// Looks at a deadline of 8 s every half second; `waited` is the waiting time at an elapsed time.
  /// Gives the elapsed seconds at which it has passed.
  private func passing(_ waited: (Double) -> Double) -> Double? {
    var deadline = JobDeadline(seconds: 8, start: start)
    return stride(from: 0.5, through: 200, by: 0.5).first { elapsed in
      deadline.hasPassed(at: start + .seconds(elapsed)) { waited(elapsed) }
    }
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
    #expect(passing { $0 } == 80)
    #expect(passing { $0 * 5 } == 80)
  }

  @Test func aShortJobIsNotMeasured() {
    var deadline = JobDeadline(seconds: 8, start: start)
    let isOver = deadline.hasPassed(at: start + .seconds(1.9)) {
      Issue.record("it was measured")
      return 0
    }
    #expect(!isOver)
  }

  /// A host that had no processor itself looks late, and measures from then on.
  @Test func aHostThatLooksLateGivesTheJobTimeFromThenOn() {
    var deadline = JobDeadline(seconds: 8, start: start)
    #expect(!deadline.hasPassed(at: start + .seconds(30)) { 0 })
    #expect(!deadline.hasPassed(at: start + .seconds(35.5)) { 0 })
    #expect(deadline.hasPassed(at: start + .seconds(36)) { 0 })
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
