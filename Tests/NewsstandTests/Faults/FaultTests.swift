import TestSupport
import Testing

/// Ends, and fails, a process at the calls with which it changes files.
@Suite(.enabled(if: FaultSweep.isPossible, "strace and python3 are not installed"))
struct FaultTests {
  @Test(arguments: [
    "install", "archive", "update", "buy", "follow", "know", "tell", "refresh", "publish",
  ])
  func filesAreInTheirOldStateOrTheirNewOneWhateverFails(what: String) async throws {
    let process = try rectoExecutable().replacing("/recto", with: "/NewsstandProcess")
    let sweep = FaultSweep(
      prepare: "\(process) prepare \(what) {dir}", check: "\(process) check \(what) {dir}",
      command: [process, what, "{dir}"],
      isDurable: ["install", "update", "follow", "know", "tell", "refresh"].contains(what))
    try await sweep.run()
  }
}
