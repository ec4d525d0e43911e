import Foundation
import TestSupport
import Testing

/// A download that is killed, or whose disk fails, at the calls that change a file.
struct DownloadFaultTests {
  /// The connection breaks in the middle of it as well, and a checkpoint is made on the way.
  @Test(
    .enabled(if: FaultSweep.isPossible, "strace and python3 are not installed"),
    arguments: [["KILL"], ["ENOSPC", "EIO"]])
  func afterEachFaultTheFileIsThereAsAWholeOrNotAtAllAndTheNextRunGoesOn(
    faults: [String]
  ) async throws {
    let peer = try await Peer()
    let size = 17 << 20
    let digest = Peer.digest(size)
    let script =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
      + "/Scripts/check_download.py"
    let sweep = FaultSweep(
      faults: faults, check: "python3 \(script) {dir} \(digest)",
      command: [
        try downloadProcess(), "{dir}", peer.url("size=\(size)/cut=\(size - 100_000)"), digest,
      ],
      isDurable: true,
      // It writes a thousand times.
      most: 50)
    // Folders, lock, part, journal and name.
    try await sweep.run(fewestKinds: 6)
  }
}
