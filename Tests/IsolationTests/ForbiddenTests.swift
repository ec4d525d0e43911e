import RectoPageModel
import RectoWorkers
import Testing

/// From inside a plugin: what a worker may not do fails.
@Suite(.enabled(if: Misbehavior.canBuild, "make and clang build the plugin"))
struct ForbiddenTests {
  @Test func everythingForbiddenIsRefused() async throws {
    let issue = try await Misbehavior.open("page 1 text: try all")
    let lines = try await issue.text(ofPage: 0).blocks.flatMap(\.lines).map(\.plain)
    #expect(lines.count >= 15)
    // No descriptor of a worker is writable.
    let isRefused = lines.map { $0.contains(" refused ") || $0 == "write-descriptors failed EBADF" }
    #expect(!isRefused.contains(false), "\(lines)")
  }

  /// The probes show something: without a sandbox most of them succeed.
  @Test func withoutASandboxTheSameIsPossible() async throws {
    let issue = try await Misbehavior.open("page 1 text: try home-file", isSandboxed: false)
    let lines = try await issue.text(ofPage: 0).blocks.flatMap(\.lines).map(\.plain)
    #expect(lines.first?.contains("refused") == false, "\(lines)")
  }
}
