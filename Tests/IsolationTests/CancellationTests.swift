import Foundation
import PageModel
import Pipeline
import Testing
import Workers

@Suite(.enabled(if: Misbehavior.canBuild, "make and clang build the plugin"))
struct CancellationTests {
  @Test func cancellingTheTaskEndsTheWorkerThatRendersForIt() async throws {
    let issue = try await Misbehavior.open("page 1: hang") { $0.seconds = 60 }
    let task = Task { await issue.failure(ofPage: 0) }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    #expect(try await issue.rendersPlainly(1))
  }

  @Test func aRequestThatReplacesARunningOneNeedNotWaitForIt() async throws {
    let issue = try await Misbehavior.open("page 1: hang") { $0.seconds = 60 }
    let view = Urgency(.visible, view: "left")
    let passed = Task { try await issue.render(page: 0, RenderRequest(), view) }
    try await Task.sleep(for: .milliseconds(100))
    _ = try await issue.render(page: 1, RenderRequest(), view)
    let error = await #expect(throws: PageError.self) { _ = try await passed.value }
    #expect(error?.code == .cancelled)
  }

  @Test func cancellingIsNotHeldAgainstTheSource() async throws {
    let issue = try await Misbehavior.open("page 1: hang") {
      $0.endedWorkers = 1
      // The limit would be held against it.
      $0.seconds = 60
    }
    let task = Task { await issue.failure(ofPage: 0) }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    _ = await task.value
    #expect(try await issue.rendersPlainly(1))
  }

  @Test func aRequestsOwnTimeGoesBeforeTheLimit() async throws {
    let issue = try await Misbehavior.open("page 1: hang") { $0.seconds = 60 }
    let error = await #expect(throws: PageError.self) {
      _ = try await issue.render(page: 0, RenderRequest(), Urgency(.visible, seconds: 0.2))
    }
    #expect(error?.code == .limit)
  }

  @Test func anExportOnTwoWorkersGoesOnBesideAPageThatHangs() async throws {
    let issue = try await Misbehavior.open("page 3: hang", pages: 40, workers: 2) {
      $0.seconds = 3
    }
    var failed: [Int] = []
    var rendered: [Int] = []
    let pages = issue.inOrder(0..<40) { page throws(PageError) in
      try await issue.render(page: page, RenderRequest(), .export)
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
