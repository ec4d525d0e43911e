import RectoPageModel
import TestSupport
import Testing

/// A request after which a library of the worker fails every other one.
@Suite(
  .startsProcesses, .enabled(if: Misbehavior.canBuild, "make and clang build the plugin"))
struct SpoiledWorkerTests {
  @Test func aRequestThatSpoilsItsWorkerFailsNoOther() async throws {
    let issue = try await Misbehavior.open("page 2: spoil")
    #expect(try await issue.rendersPlainly(0))
    for _ in 0..<3 {
      #expect(await issue.failure(ofPage: 1)?.message.contains("told to fail") == true)
      #expect(try await issue.rendersPlainly(2))
      #expect(try await issue.rendersPlainly(0))
    }
  }

  @Test func aSpoiledWorkerIsNotHeldAgainstTheSource() async throws {
    let issue = try await Misbehavior.open("page 2: spoil") { $0.endedWorkers = 1 }
    for _ in 0..<4 {
      _ = await issue.failure(ofPage: 1)
      #expect(try await issue.rendersPlainly(0))
    }
  }

  @Test func aPageThatFailsEachTimeFailsWithItsOwnWords() async throws {
    let issue = try await Misbehavior.open("page 3: fail")
    #expect(try await issue.rendersPlainly(0))
    for _ in 0..<2 {
      #expect(await issue.failure(ofPage: 2)?.message.contains("told to fail") == true)
    }
  }
}
