import Glibc
import RectoPageModel
import RectoPipeline
import RectoWorkers
import TestSupport
import Testing

@Suite(
  .startsProcesses, .enabled(if: Misbehavior.canBuild, "make and clang build the plugin"))
struct PaceTests {
  private func niceness(of process: Int32) -> Int32 {
    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process))
  }

  @Test func workAtTheBackHasAWorkerOfALowerPriority() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    let issue = try await Misbehavior.open(zygote: zygote)
    let front = try #require(try processes(below: zygote.processIdentifier).first)
    let isRight = try await WorkPace.$current.withValue(.back) {
      try await issue.rendersPlainly(0)
    }
    #expect(isRight)
    #expect(try await issue.rendersPlainly(1))
    let workers = try processes(below: zygote.processIdentifier)
    #expect(workers.count == 2)
    let back = try #require(workers.subtracting([front]).first)
    #expect(niceness(of: back) == niceness(of: front) + 13)
    #expect(try allowedProcessors(of: back) == max(1, try allowedProcessors(of: front) - 1))
    #expect(runsWhenIdle(back))
    #expect(!runsWhenIdle(front))
  }

  @Test func aJobThatTakesLongGoesOnAtTheBack() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    let issue = try await Misbehavior.open("page 1: hang", zygote: zygote) {
      $0.secondsAtFront = 0.1
    }
    let worker = try #require(try processes(below: zygote.processIdentifier).first)
    let before = niceness(of: worker)
    let processors = try allowedProcessors(of: worker)
    let task = Task { await issue.failure(ofPage: 0) }
    try await until("it goes on at the back") {
      niceness(of: worker) == before + 13
        && (try? allowedProcessors(of: worker)) == max(1, processors - 1)
        && runsWhenIdle(worker)
    }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    #expect(try await issue.rendersPlainly(1))
  }
}
