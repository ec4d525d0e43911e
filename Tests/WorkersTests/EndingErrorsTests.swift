import Glibc
import RectoPageModel
import Testing

@testable import RectoWorkers

@Suite struct EndingErrorsTests {
  private func error(
    _ ending: WorkerProcess.Ending?, signal: Int32 = 0, exit: Int32 = 0, memoryMiB: Int = 10
  ) -> PageError {
    // Packed as by wait(2).
    PageError(
      ending, waitStatus: exit << 8 | signal, memoryMiB: memoryMiB, limits: WorkerLimits())
  }

  @Test func anErrorOfALimitNamesTheLimitAndTheRemedy() {
    #expect(
      error(.deadline(seconds: 2.5), signal: SIGKILL)
        == PageError(
          .limit, "the limit was reached: it took longer than 2.5 s", remedy: .time))
    #expect(
      error(.memory(mebibytes: 512), signal: SIGKILL)
        == PageError(
          .limit,
          "the limit was reached: it needs more than 512 MiB of memory", remedy: .memory))
    #expect(
      error(.starved, signal: SIGKILL)
        == PageError(.busy, "the machine is too busy: try again later"))
    #expect(
      error(.cancelled, signal: SIGKILL)
        == PageError(.cancelled, "the request was cancelled"))
    #expect(
      error(.invalidReply, signal: SIGKILL)
        == PageError(
          .damaged, "its worker sent an invalid reply and was stopped: check the source"))
  }

  @Test(arguments: [(0.01, "0.01"), (0.3, "0.3"), (10, "10")])
  func aShortLimitIsNotNone(seconds: Double, words: String) {
    let message = error(.deadline(seconds: seconds), signal: SIGKILL).message
    #expect(message.hasSuffix("it took longer than \(words) s"))
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGSYS])
  func aCrashNamesItsSignal(signal: Int32) {
    #expect(
      error(nil, signal: signal)
        == PageError(
          .damaged, "its worker crashed (signal \(signal)): the source may be damaged"))
    // With the bit of a core file.
    #expect(error(nil, signal: signal | 0x80) == error(nil, signal: signal))
  }

  @Test func aCrashWithMuchMemoryIsTakenForMemoryThatWasRefused() {
    #expect(error(nil, signal: SIGABRT, memoryMiB: 257).code == .limit)
    #expect(error(nil, signal: SIGABRT, memoryMiB: 256).code == .damaged)
    #expect(error(nil, exit: 1, memoryMiB: 400).code == .damaged)
  }

  @Test func processorTimeIsALimitToo() {
    #expect(
      error(nil, signal: SIGXCPU)
        == PageError(.limit, "the limit was reached: it needs too much processor time"))
  }

  @Test(arguments: [0, 1, 255])
  func anEndWithoutAnAnswerSaysSo(exit: Int32) {
    #expect(
      error(nil, exit: exit)
        == PageError(.damaged, "its worker ended without an answer: check the source"))
  }

  @Test func theEndOfAHelperSaysSo() {
    #expect(
      error(nil, exit: WorkerProgram.helperEnded)
        == PageError(.damaged, "the program that renders it crashed: check the source"))
  }
}
