import CRectoFork
import CRectoLinux
import Foundation
import RectoPageModel
import Synchronization
import TestSupport
import Testing

/// Forks of a host whose other threads run the library's Swift code.
@Suite struct ForkGateTests {
  @Test func aForkWaitsForAThreadThatIsInside() async throws {
    fork_gate_start()
    let run = Forking()
    Thread.detachNewThread {
      fork_gate_enter()
      run.isInside.store(true, ordering: .sequentiallyConsistent)
      run.entered.fulfill(())
      run.mayLeave.block()
      run.isInside.store(false, ordering: .sequentiallyConsistent)
      fork_gate_leave()
    }
    try await run.entered.value("a thread inside")
    Thread.detachNewThread {
      run.folder.fulfill(folderOfThisThread())
      run.status.fulfill(run.statusOfChild())
    }
    let forking = try await run.folder.value("a thread that forks")
    try await until("the fork to wait or to be done") {
      run.status.current != nil || state(ofThreadIn: forking) == "S"
    }
    run.mayLeave.open()
    #expect(try await run.status.value("the end of the child") == 0, "forked with a thread inside")
  }

  @Test func aThreadIsOutsideWhileACallBlocks() {
    fork_gate_start()
    fork_gate_enter()
    fork_gate_enter()
    blocking { #expect(fork_gate_leave_all() == 0) }
    #expect(fork_gate_leave_all() == 2, "as often inside as before")
  }
}

/// The threads of a test.
private final class Forking: Sendable {
  let entered = Future<Void>()
  let folder = Future<String>()
  let status = Future<Int32>()
  let mayLeave = Gate()
  let isInside = Atomic(false)

  /// Forks, and gives the status of a child that exits with 1 if a thread was inside.
  func statusOfChild() -> Int32 {
    let child = linux_fork()
    if child == 0 { _exit(isInside.load(ordering: .sequentiallyConsistent) ? 1 : 0) }
    var status: Int32 = -1
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status
  }
}

/// The place of proc(5) with the state of this thread.
private func folderOfThisThread() -> String {
  let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
  return "/proc/" + (link ?? "")
}

/// The letter of proc(5): S for a thread that waits.
private func state(ofThreadIn folder: String) -> Character? {
  let stat = (try? String(contentsOfFile: folder + "/stat", encoding: .utf8)) ?? ""
  return stat.split(separator: ")").last?.dropFirst().first
}
