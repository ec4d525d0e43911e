import Glibc
import RectoPageModel
import RectoWorkers
import TestSupport
import Testing

/// A page whose worker ends costs itself and nothing else.
@Suite(.enabled(if: Misbehavior.canBuild, "make and clang build the plugin"))
struct EndingTests {
  @Test(arguments: [
    "crash", "crash abort", "crash stack", "crash trap", "crash bus", "raise 9", "raise 15",
    "exit 0", "exit now 0", "exit now 3", "kill parent", "print 20", "fork", "fork vfork",
    "fork clone", "fork spawn", "descriptors close",
  ])
  func theNextPageRendersWhateverTheLastOneDid(deed: String) async throws {
    let issue = try await Misbehavior.open("page 2: \(deed)")
    #expect(try await issue.rendersPlainly(0))
    _ = await issue.failure(ofPage: 1, seconds: 2)
    #expect(try await issue.rendersPlainly(2))
  }

  @Test(arguments: ["crash", "crash abort", "crash stack", "exit now 0", "raise 9"])
  func aWorkerThatEndsIsAnErrorThatSaysSo(deed: String) async throws {
    let issue = try await Misbehavior.open("page 1: \(deed)")
    let error = try #require(await issue.failure(ofPage: 0))
    #expect(error.code == .damaged)
    #expect(error.message.contains("its worker"), "\(error.message)")
  }

  @Test(arguments: ["hang", "hang deaf", "hang asleep"])
  func aPageThatHangsIsEndedAtItsDeadline(deed: String) async throws {
    let issue = try await Misbehavior.open("page 1: \(deed)")
    let error = try #require(await issue.failure(ofPage: 0, seconds: 1))
    // On a busy machine a page that computes is given up for want of a processor.
    if deed == "hang asleep" || error.code != .busy {
      #expect(error.code == .limit)
      #expect(error.message.contains("it took longer than 1 s"), "\(error.message)")
    }
    #expect(try await issue.rendersPlainly(1))
  }

  @Test func aPageThatEatsMemoryIsEndedAtItsLimit() async throws {
    let issue = try await Misbehavior.open("page 1: allocate") { $0.memoryMiB = 64 }
    let error = try #require(await issue.failure(ofPage: 0))
    #expect(error.code == .limit)
    #expect(error.message.contains("64 MiB"), "\(error.message)")
    #expect(try await issue.rendersPlainly(1))
  }

  @Test(arguments: ["open", "info"])
  func aPublicationThatCannotEvenBeOpenedIsAnError(call: String) async throws {
    let error = await #expect(throws: PageError.self) {
      _ = try await Misbehavior.open("\(call): crash")
    }
    #expect(error?.code == .damaged)
  }

  @Test func aPublicationThatHangsWhileItIsOpenedIsEndedAtItsDeadline() async throws {
    let error = await #expect(throws: PageError.self) {
      _ = try await Misbehavior.open("open: hang asleep") { $0.seconds = 0.3 }
    }
    #expect(error?.code == .limit)
  }

  @Test func aSourceThatEndedThreeWorkersIsRefused() async throws {
    let issue = try await Misbehavior.open("page 1: crash", "page 2: crash", "page 3: crash") {
      $0.endedWorkers = 3
    }
    for page in 0..<3 { #expect(await issue.failure(ofPage: page)?.code == .damaged) }
    let error = try #require(await issue.failure(ofPage: 4))
    #expect(error.message.contains("refused for 10 minutes"), "\(error.message)")
  }

  @Test func aRefusalEnds() async throws {
    let clock = ManualClock()
    let issue = try await Misbehavior.open("page 1: crash", clock: clock) { $0.endedWorkers = 1 }
    #expect(await issue.failure(ofPage: 0)?.code == .damaged)
    #expect(await issue.failure(ofPage: 1)?.message.contains("refused") == true)
    clock.advance(by: .seconds(600))
    #expect(try await issue.rendersPlainly(1))
  }

  /// In a process of its own, whose limit is everyone's in it.
  @Test func withoutDescriptorsTheEngineIsBusyAndTheSourceIsNotToBlame() async {
    await #expect(processExitsWith: .success) {
      let issue = try await Misbehavior.open("page 2: crash") { $0.endedWorkers = 2 }
      #expect(await issue.failure(ofPage: 1)?.code == .damaged)
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      var none = rlimit(rlim_cur: 3, rlim_max: limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
      let codes = [await issue.failure(ofPage: 0)?.code, await issue.failure(ofPage: 0)?.code]
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      #expect(codes == [.busy, .busy])
      #expect(try await issue.rendersPlainly(0))
    }
  }

  @Test func aWorkerIsReplacedAfterItsJobs() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    let issue = try await Misbehavior.open(pages: 30, zygote: zygote) { $0.jobs = 5 }
    var workers: Set<Int32> = []
    for page in 0..<30 {
      #expect(try await issue.rendersPlainly(page))
      workers.formUnion(try processes(below: zygote.processIdentifier))
    }
    // A page is a job, and perhaps another that asks for its size.
    #expect((6...30).contains(workers.count), "\(workers.count)")
  }

  @Test func aWorkerThatHasGrownIsReplaced() async throws {
    let issue = try await Misbehavior.open(
      "page 1: allocate 60", "page 2: allocate 60", "page 3: allocate 60"
    ) {
      $0.memoryMiB = 100
      $0.grownMiB = 20
    }
    // Two of them in one worker would pass the limit.
    for page in 0..<4 { #expect(await issue.failure(ofPage: page) == nil) }
  }
}
