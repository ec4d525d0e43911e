import RectoPageModel
import RectoWorkers
import TestSupport
import Testing

@testable import RectoPipeline

/// Priorities, cancellation and bounds, with pages that wait for the test.
@Suite struct SchedulerTests {
  private let rendered = Log<Int>()
  private let gate = Gate()

  /// Page 0 waits at the gate; each page notes that it is rendered.
  private func open(pages: Int = 10, queue: Int = 100) async throws -> OpenPublication {
    let sketched = (0..<pages).map { [rendered, gate] index in
      SketchedPage(onRender: { _ in
        rendered.append(index)
        if index == 0 { gate.block() }
      })
    }
    var limits = Limits()
    limits.queue = queue
    let folder = try temporaryFolder()
    return try await Recto(
      backends: [Sketch(pages: sketched)], isolation: .inProcess, limits: limits
    ).open(try folder.write([1], to: "a"))
  }

  private func ask(
    _ issue: OpenPublication, _ page: Int, _ requestOptions: RequestOptions
  ) -> Task<Result<Bitmap, PageError>, Never> {
    Task.immediate {
      do throws(PageError) {
        return .success(try await issue.render(page: page, RenderRequest(), requestOptions))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Adds one request after the other, the first of which holds the only thread.
  private func fill(
    _ issue: OpenPublication, _ requests: [(page: Int, requestOptions: RequestOptions)]
  ) async throws -> [Task<Result<Bitmap, PageError>, Never>] {
    var tasks = [ask(issue, 0, .export)]
    try await rendered.wait(count: 1)
    for request in requests {
      tasks.append(ask(issue, request.page, request.requestOptions))
    }
    return tasks
  }

  @Test func theMostUrgentComesFirstAndOfEquallyUrgentOnesTheOldest() async throws {
    let issue = try await open()
    let tasks = try await fill(
      issue,
      [
        (1, .export), (2, .thumbnail), (3, .neighbor), (4, .visible), (5, .export), (6, .visible),
        (7, .neighbor),
      ])
    gate.open()
    for task in tasks { _ = try await task.value.get() }
    #expect(rendered.entries == [0, 4, 6, 3, 7, 2, 1, 5])
  }

  @Test func aNewerRequestForTheSameViewTakesThePlaceOfTheOlder() async throws {
    let issue = try await open()
    let tasks = try await fill(
      issue, [1, 2, 3].map { ($0, RequestOptions(.visible, view: "left")) } + [(4, .visible)])
    gate.open()
    for task in [tasks[1], tasks[2]] {
      #expect(await failure { _ = try await task.value.get() }?.code == .cancelled)
    }
    _ = try await tasks[3].value.get()
    _ = try await tasks[4].value.get()
    #expect(rendered.entries == [0, 3, 4])
  }

  @Test func aRequestThatIsCancelledWhileItWaitsIsNotRendered() async throws {
    let issue = try await open()
    let tasks = try await fill(issue, [(1, .visible), (2, .visible)])
    tasks[1].cancel()
    let error = await failure { _ = try await tasks[1].value.get() }
    #expect(error?.code == .cancelled)
    gate.open()
    _ = try await tasks[2].value.get()
    #expect(rendered.entries == [0, 2])
  }

  /// Page 0 holds the only thread of its pace.
  @Test func aRequestAtTheFrontWaitsForNoneAtTheBack() async throws {
    let issue = try await open()
    let held = WorkPace.$current.withValue(.back) { ask(issue, 0, .visible) }
    try await rendered.wait(count: 1)
    let waiting = WorkPace.$current.withValue(.back) { ask(issue, 1, .visible) }
    _ = try await ask(issue, 2, .export).value.get()
    #expect(rendered.entries == [0, 2])
    gate.open()
    for task in [held, waiting] { _ = try await task.value.get() }
    #expect(rendered.entries == [0, 2, 1])
  }

  @Test func aThreadWithNothingToDoEndsWhereAnotherIsLeft() async throws {
    let issue = try await open()
    let queue = issue.scheduler.queue
    gate.open()
    _ = try await WorkPace.$current.withValue(.back) { ask(issue, 1, .visible) }.value.get()
    let threads = queue.threads
    #expect(threads.map(\.pace) == [.front, .back])
    try await until("the thread at the back is idle") { queue.retire(threads[1]) }
    #expect(queue.threads.map(\.pace) == [.front])
    #expect(!queue.retire(threads[0]))
    // Another takes its place.
    _ = try await WorkPace.$current.withValue(.back) { ask(issue, 2, .visible) }.value.get()
    #expect(queue.threads.count == 2)
  }

  @Test func beyondTheQueueItSaysThatItIsBusy() async throws {
    let issue = try await open(queue: 2)
    let tasks = try await fill(issue, [(1, .export), (2, .export), (3, .export)])
    // All have been asked while the thread is held: a fourth that waited would be rendered.
    gate.open()
    let error = await failure { _ = try await tasks[3].value.get() }
    #expect(error?.code == .busy)
    #expect(error?.message.contains("too many requests are waiting (limit: 2)") == true)
    for task in tasks.dropLast() { _ = try await task.value.get() }
    #expect(rendered.entries == [0, 1, 2])
  }

  @Test func aRequestWhoseTurnDoesNotComeInTimeFailsWhileTheThreadIsBusy() async throws {
    let issue = try await open()
    // The patience of the first ends at once, and that of the second outlasts the test.
    let tasks = try await fill(
      issue,
      [
        (1, RequestOptions(.visible, queueTimeout: 0)),
        (2, RequestOptions(.visible, queueTimeout: 2 * Patience.seconds)),
      ])
    let error = await failure { _ = try await tasks[1].value.get() }
    #expect(error?.code == .limit)
    #expect(error?.message.contains("waited longer than 0 s") == true)
    gate.open()
    _ = try await tasks[2].value.get()
    #expect(rendered.entries == [0, 2])
  }

  @Test func pagesComeInTheirOrderHoweverLongEachTakes() async throws {
    gate.open()
    let issue = try await open()
    var order: [Int] = []
    for try await image in issue.render(pages: [3, 1, 0, 2]) { order.append(image.page) }
    #expect(order == [3, 1, 0, 2])
  }

  @Test func leavingTheLoopCancelsTheRest() async throws {
    let issue = try await open()
    let first = try await fill(issue, [])[0]
    // The first of these needs no thread, and the second one waits for it.
    let pages = issue.inOrder([1, 2, 3, 4]) { page throws(PageError) in
      if page > 1 { _ = try await issue.render(page: page, RenderRequest()) }
    }
    for await _ in pages {
      try await until("the queue") { issue.scheduler.queue.waitingCount == 1 }
      break
    }
    try await until("the cancellation") { issue.scheduler.queue.waitingCount == 0 }
    gate.open()
    _ = try await first.value.get()
    _ = try await issue.render(page: 9, RenderRequest())
    #expect(rendered.entries == [0, 9])
  }

  @Test func aPageThatFailsIsAnElementAndTheNextOneComes() async throws {
    let issue = try await open(pages: 3)
    gate.open()
    let pages = issue.inOrder([1, 7, 2]) { index throws(PageError) in
      try await issue.render(page: index, RenderRequest())
    }
    var outcomes: [String] = []
    for await element in pages {
      switch element.result {
      case .success: outcomes.append("\(element.page) rendered")
      case .failure(let error): outcomes.append("\(element.page) \(error.code.rawValue)")
      }
    }
    #expect(outcomes == ["1 rendered", "7 noSuchPage", "2 rendered"])
  }
}
