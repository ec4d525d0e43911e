import Glibc
import RectoPageModel
import RectoPipeline
import RectoWorkers
import TestSupport
import Testing

@Suite(.enabled(if: Misbehavior.canBuild, "make and clang build the plugin"))
struct CancellationTests {
  /// A publication whose first page hangs, with one worker, which is the only one of its zygote.
  private struct Hanging {
    let issue: OpenPublication
    let worker: Int32
    private let zygote: Zygote
    private let ticksOfOpening: Int

    init(_ adjust: (inout WorkerLimits) -> Void = { _ in }) async throws {
      zygote = try Zygote.spawn(try rectoExecutable())
      issue = try await Misbehavior.open("page 1: hang", zygote: zygote, adjust)
      worker = try #require(try processes(below: zygote.processIdentifier).first)
      ticksOfOpening = try #require(Self.ticks(of: worker))
    }

    /// Waits until the worker has begun the page that hangs: it computes for longer than anything
    /// else takes that it is asked before.
    func begins() async throws {
      try await until("a page that hangs") {
        (Self.ticks(of: worker) ?? 0) >= ticksOfOpening + 10
      }
    }

    /// Hundredths of a second that a process has computed (proc(5)); nil if it has ended.
    private static func ticks(of process: Int32) -> Int? {
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      let fields = status?.split(separator: ") ").last?.split(separator: " ").map { Int($0) ?? 0 }
      return fields.map { $0[11] + $0[12] }
    }
  }

  @Test func cancellingTheTaskEndsTheWorkerThatRendersForIt() async throws {
    let hanging = try await Hanging()
    let task = Task { await hanging.issue.failure(ofPage: 0) }
    try await hanging.begins()
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    #expect(try await hanging.issue.rendersPlainly(1))
    try await until("the worker's end") { try !processes(below: getpid()).contains(hanging.worker) }
  }

  @Test func aRequestThatReplacesARunningOneNeedNotWaitForIt() async throws {
    let hanging = try await Hanging()
    let view = RequestOptions(.visible, view: "left")
    let passed = Task { try await hanging.issue.render(page: 0, RenderRequest(), view) }
    try await hanging.begins()
    _ = try await hanging.issue.render(page: 1, RenderRequest(), view)
    let error = await #expect(throws: PageError.self) { _ = try await passed.value }
    #expect(error?.code == .cancelled)
  }

  @Test func cancellingIsNotHeldAgainstTheSource() async throws {
    let hanging = try await Hanging { $0.endedWorkers = 1 }
    let task = Task { await hanging.issue.failure(ofPage: 0) }
    try await hanging.begins()
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    #expect(try await hanging.issue.rendersPlainly(1))
  }

  @Test func aRequestsOwnTimeLimitWins() async throws {
    let issue = try await Misbehavior.open("page 1: hang asleep")
    let error = await #expect(throws: PageError.self) {
      _ = try await issue.render(page: 0, RenderRequest(), RequestOptions(.visible, seconds: 0.2))
    }
    #expect(error?.code == .limit)
  }

  @Test func anExportOnTwoWorkersGoesOnBesideAPageThatHangs() async throws {
    let issue = try await Misbehavior.open("page 3: hang", pages: 40, workers: 2)
    var failed: [Int] = []
    var rendered: [Int] = []
    let pages = issue.inOrder(0..<40) { page throws(PageError) in
      let requestOptions = RequestOptions(.export, seconds: page == 2 ? 1 : nil)
      return try await issue.render(page: page, RenderRequest(), requestOptions)
    }
    for await element in pages {
      switch element.result {
      case .success: rendered.append(element.page)
      case .failure: failed.append(element.page)
      }
    }
    #expect(failed == [2])
    #expect(rendered == Array(0..<2) + Array(3..<40))
  }
}
