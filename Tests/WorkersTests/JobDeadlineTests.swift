import Foundation
import RectoPageModel
import TestSupport
import Testing

@testable import RectoWorkers

@Suite struct JobDeadlineTests {
  private let start = ContinuousClock.now

  /// Looks at a deadline of 8 s every half second; `waited` is the waiting time at an elapsed
  /// time, and `used` the number of processors in use.
  /// Gives the elapsed seconds at which it has passed.
  private func passing(
    _ expected: JobDeadline.Passing = .spent, used: Double = 0,
    _ waited: (Double) -> Double
  ) -> Double? {
    var deadline = JobDeadline(seconds: 8, start: start, processors: 2)
    for elapsed in stride(from: 0.5, through: 200, by: 0.5) {
      let now = start + .seconds(elapsed)
      let time = { ProcessorTime(waited: waited(elapsed), used: used * elapsed) }
      guard let passing = deadline.passing(at: now, time: time) else { continue }
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

  /// A page whose scripts take all processors waits for itself.
  @Test func aJobThatWaitsForItsOwnProcessesEndsAtItsLimit() {
    #expect(passing(used: 2) { $0 * 3 } == 8)
    // Others have one of the two.
    #expect(passing(used: 1) { $0 * 3 } == 14)
  }

  /// A look costs time that the machine does not have.
  @Test func aStarvedJobIsLookedAtSeldom() {
    var looks = 0
    let ended = passing(.starved) { elapsed in
      looks += 1
      return elapsed
    }
    #expect(ended == 80 && looks < 20)
  }

  @Test func aShortJobIsNotMeasured() {
    var deadline = JobDeadline(seconds: 8, start: start)
    let passing = deadline.passing(at: start + .seconds(1.9)) {
      Issue.record("it was measured")
      return ProcessorTime()
    }
    #expect(passing == nil)
  }

  /// A host that got no processor time looks late, and measures from that moment.
  @Test func aHostThatLooksLateGivesTheJobTimeFromThenOn() {
    var deadline = JobDeadline(seconds: 8, start: start)
    #expect(deadline.passing(at: start + .seconds(30)) { ProcessorTime() } == nil)
    #expect(deadline.passing(at: start + .seconds(35.5)) { ProcessorTime() } == nil)
    #expect(deadline.passing(at: start + .seconds(36)) { ProcessorTime() } == .spent)
  }

  /// Two processes compete for one processor, so that each has to wait.
  private func withCompetingProcesses(_ body: (pid_t) async throws -> Void) async throws {
    let loop =
      "taskset -c 0 sh -c 'while :; do :; done' & "
      + "taskset -c 0 sh -c 'while :; do :; done' & wait"
    let shell = try ChildProcess("/bin/sh", ["-c", loop])
    defer { for process in descendants(of: shell.id) { kill(process, SIGKILL) } }
    try await body(shell.id)
    for process in descendants(of: shell.id) { kill(process, SIGKILL) }
    try await shell.kill()
    #expect(ProcessorTime(ofFamilyOf: shell.id) == ProcessorTime())
  }

  @Test func theKernelCountsTheWaitingOfProcessesThatShareAProcessor() async throws {
    try await withCompetingProcesses { shell in
      try await until("they wait for each other") { ProcessorTime(ofFamilyOf: shell).waited > 0.2 }
      #expect(descendants(of: shell).count >= 2)
      try await until("they use it") { ProcessorTime(ofFamilyOf: shell).used > 0.1 }
    }
  }

  /// A wait in a worker for another process must not count that process's time either.
  @Test func aWorkerIsToldTheTimeOfItsProcesses() async throws {
    try await withCompetingProcesses { shell in
      // Both are counted from the start, and on a busy machine one may come long before the other.
      try await until("they wait for each other") { ProcessorTime(ofFamilyOf: shell).waited > 0.2 }
      try await until("they use it") { ProcessorTime(ofFamilyOf: shell).used > 0 }
      let result = try askPlayedWorker(NoLayouts(), process: shell) { socket, job in
        let host = HostServices(socket)
        host.sequence = job.sequence
        let time = host.processorTime
        let isTold = time.waited > 0.2 && time.used > 0
        try? socket.send(
          Packet(kind: .answer, sequence: job.sequence, payload: [isTold ? 1 : 0]))
      }
      #expect(try result.get() == [1])
    }
  }
}

/// Keeps nothing.
private struct NoLayouts: LayoutStore {
  func layout(_ name: LayoutName) -> [UInt8]? { nil }
  func keep(_ bytes: [UInt8], as name: LayoutName, isLasting: Bool) {}
}
