import RectoPageModel
import RectoPipeline
import Synchronization
import TestSupport
import Testing

/// Reading that is given up ends with an error, and never with a part of the text.
@Suite struct ArticleCancellationTests {
  /// The error of reading that is cancelled as soon as the third page of nine is read.
  private func failureOfReading(
    _ read: @escaping @Sendable (OpenPublication) async throws -> Int
  ) async throws -> PageError? {
    let folder = try temporaryFolder()
    let reading = ReadingTask()
    let pages = (0..<9).map { index in
      SketchedPage(
        size: Size(width: 200, height: 100), text: Printed.page("Page \(index) says so."),
        onText: { if index == 2 { reading.cancel() } })
    }
    let recto = Recto(backends: [Sketch(pages: pages)], isolation: .inProcess)
    let publication = try await recto.open(
      try folder.write(Array("sketch".utf8), to: "a.sketch"))
    let task = reading.start { try await read(publication) }
    return await failure { _ = try await task.value }
  }

  @Test func articlesOfSomePagesAreNeverTakenForAll() async throws {
    let error = try await failureOfReading { try await $0.articles().count }
    #expect(error?.code == .cancelled)
  }

  @Test func markdownOfSomePagesIsNeverTakenForAll() async throws {
    let error = try await failureOfReading {
      try await $0.markdown(ofPages: Array(0..<9)).failures.count
    }
    #expect(error?.code == .cancelled)
  }
}

/// A task that one of its own callbacks cancels.
private final class ReadingTask: Sendable {
  private let task = Mutex<Task<Int, any Error>?>(nil)

  /// A callback waits until the task is known.
  func start(_ body: @escaping @Sendable () async throws -> Int) -> Task<Int, any Error> {
    task.withLock { task in
      let started = Task { try await body() }
      task = started
      return started
    }
  }

  func cancel() { task.withLock { $0?.cancel() } }
}
