import Foundation
import TestSupport
import Testing

/// A download that is killed, or whose disk fails, at each call that changes a file.
struct DownloadFaultTests {
  private static let isThere = program("strace") != nil

  private static func script(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
      + "/\(name)"
  }

  /// The connection breaks in the middle of it as well, and a checkpoint is made on the way.
  @Test(.enabled(if: isThere, "strace is not installed"), arguments: ["KILL", "ENOSPC,EIO"])
  func afterEachFaultTheFileIsThereAsAWholeOrNotAtAllAndTheNextRunGoesOn(faults: String) throws {
    let peer = try Peer()
    let size = 17 << 20
    let digest = Peer.digest(size)
    let check = "python3 \(Self.script("Downloads/Scripts/check_download.py")) {dir} \(digest)"
    let result = try run(
      try #require(program("python3")),
      [
        Self.script("Faults/inject_faults.py"), "--faults", faults, "--most", "5", "--check", check,
        "--", try downloadProcess(), "{dir}", peer.url("size=\(size)/cut=\(size - 100_000)"),
        digest,
      ])
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    // Folders, lock, part, journal and name: each of them was failed.
    let calls = Int(
      result.text.split(separator: " ").drop { $0 != "kinds" }.dropFirst().first ?? "")
    #expect(calls ?? 0 >= 6, "\(result.text)")
  }
}
