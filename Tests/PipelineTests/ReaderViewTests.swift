import PageModel
import Pipeline
import TestSupport
import Testing

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
    try await until { rendered.entries.count == 3 }
    #expect(rendered.entries == [4, 5, 3])
    _ = try await view.turn(to: 5)
    try await until { rendered.entries.count == 4 }
    #expect(rendered.entries == [4, 5, 3, 6])
  }

  @Test func thereIsNoNeighborBeyondTheFirstAndTheLastPage() async throws {
    let view = ReaderView(try await open(pages: 2), RenderRequest(), reach: 3)
    _ = try await view.turn(to: 0)
    _ = try await view.turn(to: 1)
    #expect(rendered.entries == [0, 1])
  }

  @Test func aPageThatWasTurnedPastIsGivenUp() async throws {
    let gate = Gate()
    let view = ReaderView(
      try await open(onRender: { index in if index == 0 { gate.wait() } }), RenderRequest(),
      reach: 0)
    let first = Task { try await view.turn(to: 0) }
    try await until { rendered.entries == [0] }
    let passed = Task { try await view.turn(to: 5) }
    try await Task.sleep(for: .milliseconds(50))
    let last = Task { try await view.turn(to: 9) }
    try await Task.sleep(for: .milliseconds(50))
    gate.open()
    _ = try await last.value
    let error = await failure { _ = try await passed.value }
    #expect(error?.code == .cancelled)
    _ = try? await first.value
    #expect(rendered.entries == [0, 9])
  }

  @Test func whatFailedAheadIsTriedAgainWhenItIsLookedAt() async throws {
    let tries = Log<Int>()
    let view = ReaderView(
      try await open(onRender: { index throws(PageError) in
        guard index == 1 else { return }
        tries.append(index)
        if tries.entries.count == 1 { throw PageError(.busy, "not now") }
      }), RenderRequest())
    _ = try await view.turn(to: 0)
    try await until { tries.entries.count == 1 }
    _ = try await view.turn(to: 1)
    #expect(tries.entries.count == 2)
  }
}
