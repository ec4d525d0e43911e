import TestSupport
import Testing

@testable import RectoNewsstand

struct LibraryLockTests {
  private let root: TemporaryFolder
  private let folder: LibraryFolder
  private let clock = ManualClock()
  /// The times at which the waiting one looked at the clock: at its start, and after each failed
  /// attempt.
  private let looks = Log<ContinuousClock.Instant>()

  init() throws {
    root = try temporaryFolder()
    folder = LibraryFolder(root.path("library"))
    try folder.prepare()
  }

  private func lock(lockTimeout: Duration) async throws(NewsstandError) -> ProcessLock {
    try await ProcessLock(folder, lockTimeout: lockTimeout) { [clock, looks] in
      looks.append(clock.now)
      return clock.now
    }
  }

  @Test func whoWaitsGetsTheLockThatAnotherGivesBack() async throws {
    var first: ProcessLock? = try await ProcessLock(folder, lockTimeout: .zero)
    let second = Task { () async throws -> ProcessLock in try await lock(lockTimeout: .seconds(2)) }
    try await looks.wait(count: 3)
    #expect(first != nil)
    first = nil
    _ = try await second.value
  }

  @Test func patienceEndsWithItsTime() async throws {
    let first = try await ProcessLock(folder, lockTimeout: .zero)
    let second = Task {
      await failure { () async throws(NewsstandError) in
        _ = try await lock(lockTimeout: .seconds(2))
      }
    }
    try await looks.wait(count: 3)
    clock.advance(by: .milliseconds(1900))
    let count = looks.entries.count
    // It goes on.
    try await looks.wait(count: count + 2)
    clock.advance(by: .milliseconds(100))
    #expect(await second.value?.code == .notNow)
    withExtendedLifetime(first) {}
  }

  @Test func cancellingEndsTheWaitForTheLock() async throws {
    let first = try await ProcessLock(folder, lockTimeout: .zero)
    let second = Task {
      await failure { () async throws(NewsstandError) in
        _ = try await lock(lockTimeout: .seconds(2))
      }
    }
    try await looks.wait(count: 2)
    second.cancel()
    #expect(await second.value?.code == .cancelled)
    withExtendedLifetime(first) {}
  }
}
