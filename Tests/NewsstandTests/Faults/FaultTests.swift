import Foundation
import TestSupport
import Testing

/// Ends, and fails, a process at every call with which it changes files.
@Suite(
  .enabled(
    if: program("strace") != nil && program("python3") != nil,
    "strace and python3 are not installed"
  ))
struct FaultTests {
  @Test(arguments: ["install", "archive", "refresh", "publish"])
  func filesAreInTheirOldStateOrTheirNewOneWhateverFails(what: String) throws {
    let process = try rectoExecutable().replacing("/recto", with: "/NewsstandProcess")
    let script =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
      + "/inject_faults.py"
    let result = try run(
      try #require(program("python3")),
      [
        script, "--most", "4", "--prepare", "\(process) prepare \(what) {dir}", "--check",
        "\(process) check \(what) {dir}", "--", process, what, "{dir}",
      ])
    #expect(result.status == 0, "\(result.text) \(result.errors)")
  }
}
