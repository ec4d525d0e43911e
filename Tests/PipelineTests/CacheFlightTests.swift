import RectoPageModel
import RectoPipeline
import TestSupport
import Testing

/// Several requests for one result.
@Suite struct CacheFlightTests {
  /// Work that waits until it is let go. Where it is cancelled it ends then, without a result.
  private struct Work: Sendable {
    let gate = Gate()
    let begun = Log<Int>()
    let cancelled = Log<Int>()

    func bytes(_ name: Int) async throws -> [UInt8] {
      begun.append(name)
      try await withTaskCancellationHandler {
        try await gate.pass()
      } onCancel: {
        cancelled.append(name)
      }
      try Task.checkCancellation()
      return content(name)
    }
  }

  private let cache = ResultCache(CacheConfiguration(directory: nil))
  private let work = Work()

  private func request(_ name: Int = 1) -> Task<[UInt8], any Error> {
    Task { [cache, work] in
      try await cache.bytes(for: key(name)) { try await work.bytes(name) }
    }
  }

  @Test func aMissIsMadeAndStoredAndAHitIsNotMade() async throws {
    work.gate.open()
    #expect(try await request().value == content(1))
    #expect(try await request().value == content(1))
    #expect(work.begun.entries == [1])
    #expect(cache.bytes(for: key(1)) == content(1))
  }

  @Test func requestsAtTheSameTimeAreMadeOnce() async throws {
    let requests = (0..<20).map { _ in request() }
    try await until("the flight") { cache.statistics.joined == 19 }
    work.gate.open()
    for request in requests { #expect(try await request.value == content(1)) }
    #expect(work.begun.entries == [1])
  }

  @Test func requestsForDifferentResultsDoNotWaitForEachOther() async throws {
    let requests = (0..<5).map { request($0) }
    try await work.begun.wait(count: 5)
    work.gate.open()
    for (name, request) in requests.enumerated() {
      #expect(try await request.value == content(name))
    }
  }

  @Test func cancellingOneRequestDoesNotCancelTheOther() async throws {
    let first = request()
    try await work.begun.wait(count: 1)
    let second = request()
    try await until("the flight") { cache.statistics.joined == 1 }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    work.gate.open()
    #expect(try await second.value == content(1))
    #expect(work.cancelled.entries == [])
  }

  @Test func cancellingAllRequestsCancelsTheWorkAndTheNextOneRestartsIt() async throws {
    let requests = [request(), request()]
    try await until("the flight") { cache.statistics.joined == 1 && work.begun.entries == [1] }
    for request in requests { request.cancel() }
    for request in requests {
      await #expect(throws: CancellationError.self) { try await request.value }
    }
    try await work.cancelled.wait(count: 1)
    #expect(work.cancelled.entries == [1])
    work.gate.open()
    #expect(try await request().value == content(1))
    #expect(work.begun.entries == [1, 1])
  }

  @Test func aRequestThatWasCancelledBeforeItBeganMakesNothing() async throws {
    work.gate.open()
    let request = Task { [cache, work] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await cache.bytes(for: key(1)) { try await work.bytes(1) }
    }
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(work.begun.entries == [])
  }

  @Test func aFailureIsEveryonesAndIsNotStored() async throws {
    let broken = PageError(.damaged, "it is broken")
    let requests = (0..<3).map { _ in
      Task { [cache, work] in
        try await cache.bytes(for: key(1)) {
          _ = try await work.bytes(1)
          throw broken
        }
      }
    }
    try await until("the flight") { cache.statistics.joined == 2 }
    work.gate.open()
    for request in requests {
      await #expect(throws: broken) { try await request.value }
    }
    #expect(work.begun.entries == [1])
    #expect(try await request().value == content(1))
  }

  @Test func aResultTooLargeForTheCacheIsStillReturned() async throws {
    let cache = ResultCache(CacheConfiguration(directory: nil, memoryBytes: 1000))
    #expect(try await cache.bytes(for: key(1)) { content(1) } == content(1))
    #expect(cache.bytes(for: key(1)) == nil)
  }
}
