import Glibc
import RectoNewsstand

/// A process that downloads one file of an issue, for the tests to fail and to kill.
///
///     DownloadProcess FOLDER URL [SHA256 [SIZE]]
///
/// Prints the path of the file, or the code of the error, with which it ends with 1.
@main
enum DownloadProcess {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard (2...4).contains(arguments.count) else { exit(64) }
    let texts = Array(arguments)
    let asset = IssueAsset(
      url: texts[1], size: texts.count > 3 ? Int(texts[3]) : nil,
      sha256: texts.count > 2 ? texts[2] : nil)
    var policy = FetchPolicy()
    policy.retrySeconds = 0
    // A machine may be slow, above all under strace.
    (policy.connectSeconds, policy.stallSeconds) = (300, 300)
    let manager = DownloadManager(folder: texts[0], policy: policy)
    do throws(NewsstandError) {
      for file in try await manager.download([asset], for: try IssueID("issue")) {
        print(file.path)
      }
    } catch {
      print("\(error.code): \(error)")
      exit(1)
    }
  }
}
