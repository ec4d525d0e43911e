import RectoPageModel
import RectoWorkers
import Testing

/// A worker's answers are checked before they are used.
@Suite(.enabled(if: Misbehavior.canBuild, "make and clang build the plugin"))
struct NonsenseTests {
  @Test(arguments: [
    "answer nothing", "answer prose", "answer null", "answer truncated", "answer types",
    "answer bytes", "answer deep", "answer huge", "size nan nan", "size -5 10", "size 0 0",
    "size 1e300 1e300", "index 7", "rotation 45",
  ])
  func aPageThatLiesAboutItselfIsAnErrorAndTheNextOneRenders(deed: String) async throws {
    let issue = try await Misbehavior.open("page 2 facts: \(deed)")
    let error = try #require(await issue.failure(ofPage: 1))
    #expect([.damaged, .limit].contains(error.code), "\(error.message)")
    #expect(error.message.count < 600)
    #expect(try await issue.rendersPlainly(2))
  }

  @Test(arguments: ["-1", "0", "2147483648", "99999999999999999999"])
  func aPageCountThatCannotBeIsAnError(count: String) async throws {
    let error = await #expect(throws: PageError.self) {
      _ = try await Misbehavior.open("info: answer nothing", "pages \(count)")
    }
    #expect(error.map { [.damaged, .limit].contains($0.code) } == true)
  }

  @Test(arguments: ["answer deep", "answer huge", "answer prose", "answer bytes", "astray"])
  func malformedTextFailsButThePageRenders(deed: String) async throws {
    let issue = try await Misbehavior.open("page 1 text: \(deed)")
    await #expect(throws: PageError.self) { _ = try await issue.text(ofPage: 0) }
    #expect(try await issue.rendersPlainly(0))
  }

  @Test(arguments: ["fail controls", "fail long", "fail bytes", "fail mute", "status 77"])
  func anErrorOfAPluginIsOneShortLine(deed: String) async throws {
    let issue = try await Misbehavior.open("page 1: \(deed)")
    let error = try #require(await issue.failure(ofPage: 0))
    #expect(!error.message.isEmpty && error.message.count < 2100)
    #expect(error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    #expect(try await issue.rendersPlainly(1))
  }

  /// The worker's end of the socket is in the hands of what runs there.
  @Test(arguments: [
    "descriptors garbage", "descriptors giants", "descriptors flood", "descriptors forge 17",
    "descriptors forge 16", "descriptors forge 33", "descriptors forge 99", "descriptors give",
    "descriptors take",
  ])
  func forgedMessagesEndTheWorkerAndNothingElse(deed: String) async throws {
    let issue = try await Misbehavior.open("page 2: \(deed)")
    #expect(try await issue.rendersPlainly(0))
    _ = await issue.failure(ofPage: 1, seconds: 2)
    #expect(try await issue.rendersPlainly(2))
    #expect(try await issue.rendersPlainly(0))
  }

  /// Memory that is taken away under a process raises SIGBUS in it.
  @Test(arguments: ["descriptors shrink", "descriptors grow"])
  func sharedPixelsCannotBeTakenAway(deed: String) async throws {
    let issue = try await Misbehavior.open("page 2: \(deed)")
    #expect(try await issue.rendersPlainly(0))
    _ = await issue.failure(ofPage: 1)
    #expect(try await issue.rendersPlainly(0))
  }
}
