import Foundation
import TestSupport
import Testing

/// A run of `inject_faults.py` beside this file, which describes its words.
struct FaultSweep {
  static let isPossible = program("strace") != nil && program("python3") != nil

  var faults = ["KILL", "ENOSPC", "EIO"]
  var prepare: String?
  let check: String
  let command: [String]
  /// True if the command's result outlasts a loss of power.
  var isDurable = false
  /// With `isSoak`: calls of a kind in a thread; nil for all.
  var most: Int?

  /// Fails each kind of call once with each fault, or, with `isSoak`, all calls with all faults.
  /// Expects that the check never complains, and that no fewer than `fewestKinds` were there.
  func run(fewestKinds: Int = 1) async throws {
    let script =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/inject_faults.py"
    var words = [
      "-u", script, "--faults", faults.joined(separator: ","), "--check", check,
      // The script says that a command hung before the test says that the script is stuck.
      "--limit", "\(Patience.seconds / 6)",
    ]
    if isDurable { words.append("--durable") }
    if let prepare { words += ["--prepare", prepare] }
    if isSoak { words += most.map { ["--most", "\($0)"] } ?? ["--all"] }
    let python = try #require(program("python3"))
    let (status, said, figures) = try await ProcessSlots.shared.run {
      let process = try ChildProcess(
        python, words + ["--"] + command, output: .lines, errors: .lines)
      // A line comes with each attempt: all of them may take long.
      var said = try await process.remainingLines().filter { !$0.hasSuffix(": right") }
      let figures = said.last
      while let line = try await process.nextErrorLine() { said.append(line) }
      return (try await process.ending().status, said.joined(separator: "\n"), figures)
    }
    #expect(status == 0, "\(said)")
    let kinds = figures?.split(separator: " ").drop { $0 != "kinds" }.dropFirst().first
    #expect(kinds.flatMap { Int($0) } ?? 0 >= fewestKinds, "\(said)")
  }
}
