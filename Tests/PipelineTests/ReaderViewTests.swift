import RectoPageModel
import TestSupport
import Testing

@testable import RectoPipeline

@Suite struct ReaderViewTests {
  private let rendered = Log<Int>()

  private func open(
    pages: Int = 10, onRender: (@Sendable (Int) throws(PageError) -> Void)? = nil
  ) async throws -> OpenPublication {
    let sketched = (0..<pages).map { [rendered] index in
      SketchedPage(onRender: { _ throws(PageError) in
        rendered.append(index)
        try onRender?(index)
      })
    }
    let folder = try temporaryFolder()
    return try await Recto(backends: [Sketch(pages: sketched)], isolation: .inProcess)
      .open(try folder.write([1], to: "a"))
  }

  @Test func theNeighborsAreRenderedAheadAndNotAgain() async throws {
    let view = ReaderView(try await open(), RenderRequest())
    _ = try await view.turn(to: 4)
    // Either neighbor may be first.
    #expect(try await rendered.wait(count: 3).first == 4)
    #expect(Set(rendered.entries) == [3, 4, 5])
    _ = try await view.turn(to: 5)
    #expect(try await rendered.wait(count: 4).last == 6)
  }

  @Test func thereIsNoNeighborBeyondTheFirstAndTheLastPage() async throws {
    let view = ReaderView(try await open(pages: 2), RenderRequest(), reach: 3)
    _ = try await view.turn(to: 0)
    _ = try await view.turn(to: 1)
    #expect(rendered.entries == [0, 1])
  }

  @Test func aPageThatWasTurnedPastIsGivenUp() async throws {
    let gate = Gate()
    let issue = try await open(onRender: { index in if index == 0 { gate.block() } })
    let view = ReaderView(issue, RenderRequest(), reach: 0)
    let first = Task { try await view.turn(to: 0) }
    try await rendered.wait(count: 1)
    let passed = Task { try await view.turn(to: 5) }
    try await until("the queue") { issue.scheduler.queue.waitingCount == 1 }
    let last = Task { try await view.turn(to: 9) }
    let error = await failure { _ = try await passed.value }
    #expect(error?.code == .cancelled)
    gate.open()
    _ = try await last.value
    _ = try? await first.value
    #expect(rendered.entries == [0, 9])
  }

  @Test func aFailureAheadIsRetriedWhenThePageIsShown() async throws {
    let tries = Log<Int>()
    let view = ReaderView(
      try await open(onRender: { index throws(PageError) in
        guard index == 1 else { return }
        tries.append(index)
        if tries.entries.count == 1 { throw PageError(.busy, "not now") }
      }), RenderRequest())
    _ = try await view.turn(to: 0)
    try await tries.wait(count: 1)
    _ = try await view.turn(to: 1)
    #expect(tries.entries.count == 2)
  }
}
