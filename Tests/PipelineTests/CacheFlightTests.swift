import PageModel
import Pipeline
import Synchronization
import TestSupport
import Testing

/// Several requests for one result.
@Suite struct CacheFlightTests {
  /// Work that waits until it is let go.
  private final class Gate: Sendable {
    private let opened = Mutex(false)
    let begun = Log<Int>()
    let cancelled = Log<Int>()

    func open() { opened.withLock { $0 = true } }

    func work(_ name: Int) async throws -> [UInt8] {
      begun.append(name)
      while !opened.withLock({ $0 }) {
        if Task.isCancelled {
          cancelled.append(name)
          throw CancellationError()
        }
        try? await Task.sleep(for: .milliseconds(1))
      }
      return content(name)
    }
  }

  private let cache = ResultCache(CacheConfiguration(directory: nil))
  private let gate = Gate()

  private func request(_ name: Int = 1) -> Task<[UInt8], any Error> {
    Task { [cache, gate] in
      try await cache.bytes(for: key(name)) { try await gate.work(name) }
    }
  }

  /// Waits for something that has to happen.
  private func until(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func aMissIsMadeAndStoredAndAHitIsNotMade() async throws {
    gate.open()
    #expect(try await request().value == content(1))
    #expect(try await request().value == content(1))
    #expect(gate.begun.entries == [1])
    #expect(cache.bytes(for: key(1)) == content(1))
  }

  @Test func requestsAtTheSameTimeAreMadeOnce() async throws {
    let requests = (0..<20).map { _ in request() }
    try await until { cache.statistics.joined == 19 }
    gate.open()
    for request in requests { #expect(try await request.value == content(1)) }
    #expect(gate.begun.entries == [1])
  }

  @Test func requestsForDifferentResultsDoNotWaitForEachOther() async throws {
    let requests = (0..<5).map { request($0) }
    try await until { gate.begun.entries.count == 5 }
    gate.open()
    for (name, request) in requests.enumerated() {
      #expect(try await request.value == content(name))
    }
  }

  @Test func cancellingOneRequestDoesNotCancelTheOther() async throws {
    let first = request()
    try await until { gate.begun.entries == [1] }
    let second = request()
    try await until { cache.statistics.joined == 1 }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    gate.open()
    #expect(try await second.value == content(1))
    #expect(gate.cancelled.entries == [])
  }

  @Test func cancellingAllRequestsCancelsTheWorkAndTheNextOneBeginsAnew() async throws {
    let requests = [request(), request()]
    try await until { cache.statistics.joined == 1 && gate.begun.entries == [1] }
    for request in requests { request.cancel() }
    for request in requests {
      await #expect(throws: CancellationError.self) { try await request.value }
    }
    try await until { gate.cancelled.entries == [1] }
    gate.open()
    #expect(try await request().value == content(1))
    #expect(gate.begun.entries == [1, 1])
  }

  @Test func aRequestThatWasCancelledBeforeItBeganMakesNothing() async throws {
    gate.open()
    let request = Task { [cache, gate] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await cache.bytes(for: key(1)) { try await gate.work(1) }
    }
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(gate.begun.entries == [])
  }

  @Test func aFailureIsEveryonesAndIsNotStored() async throws {
    let broken = PageError(.damaged, "it is broken")
    let requests = (0..<3).map { _ in
      Task { [cache, gate] in
        try await cache.bytes(for: key(1)) {
          _ = try await gate.work(1)
          throw broken
        }
      }
    }
    try await until { cache.statistics.joined == 2 }
    gate.open()
    for request in requests {
      await #expect(throws: broken) { try await request.value }
    }
    #expect(gate.begun.entries == [1])
    #expect(try await request().value == content(1))
  }

  @Test func aResultTooLargeForTheCacheIsGivenAllTheSame() async throws {
    let cache = ResultCache(CacheConfiguration(directory: nil, memoryBytes: 1000))
    #expect(try await cache.bytes(for: key(1)) { content(1) } == content(1))
    #expect(cache.bytes(for: key(1)) == nil)
  }
}
