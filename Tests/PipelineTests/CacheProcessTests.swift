import Foundation
import RectoPipeline
import TestSupport
import Testing

/// Several processes on one folder, and processes that are killed.
@Suite struct CacheProcessTests {
  private static let names = 60
  private static let bytes = 60_000

  /// Starts a process that stores and reads in the folder.
  private func startHammer(on fixture: CacheFixture, rounds: Int) throws -> ChildProcess {
    try ChildProcess(
      cacheProcess(),
      ["hammer", fixture.path]
        + [rounds, Self.names, Self.bytes, fixture.diskBytes].map { "\($0)" }, output: .lines)
  }

  /// Expects nothing but whole entries, within the budget.
  private func expectSound(_ fixture: CacheFixture) throws {
    let names = try fixture.names()
    #expect(names.allSatisfy { $0.hasSuffix(".entry") || $0 == "lock" }, "\(names)")
    #expect(try fixture.blocks() <= fixture.diskBytes)
    let cache = fixture.open()
    let found = (0..<Self.names).filter {
      cache.bytes(for: CacheKey(parts: ["hammer", "\($0)"])) != nil
    }
    #expect(cache.statistics.damaged == 0)
    #expect(found.count == names.count - 1)
  }

  @Test func severalProcessesAtOnceNeverReadAnythingButWhatBelongsThere() async throws {
    let fixture = try CacheFixture(diskBytes: 1 << 20)
    try await ProcessSlots.shared.run {
      let processes = try (0..<2).map { _ in try startHammer(on: fixture, rounds: 3000) }
      for process in processes {
        let ending = try await process.ending()
        #expect(ending.exited && ending.status == 0)
      }
    }
    try expectSound(fixture)
  }

  /// Each time after another number of rounds: what a process is doing when it is killed is left to
  /// chance.
  @Test func processesThatAreKilledInTheMiddleLeaveWholeEntriesAndNoLitter() async throws {
    let fixture = try CacheFixture(diskBytes: 1 << 20)
    for lines in 1...12 {
      try await ProcessSlots.shared.run {
        let processes = try (0..<2).map { _ in try startHammer(on: fixture, rounds: .max) }
        for process in processes {
          for _ in 0..<lines { #expect(try await process.nextLine() != nil) }
        }
        for process in processes { process.signal(SIGKILL) }
        for process in processes {
          // Not one that had found something wrong.
          #expect(try await !process.ending().exited)
        }
      }
    }
    try expectSound(fixture)
    // The lock is free.
    let cache = fixture.open()
    cache.store(content(1), for: key(1))
    #expect(cache.statistics.storeFailures == 0)
    #expect(cache.bytes(for: key(1)) == content(1))
  }

  @Test func aStoppedProcessDoesNotHoldUpTheOthers() throws {
    let fixture = try CacheFixture(memoryBytes: 1 << 20, diskBytes: 1 << 20)
    fixture.open().store(content(0), for: key(0))
    let lock = open(fixture.path + "/results/lock", O_RDWR)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    let cache = fixture.open()
    #expect(cache.bytes(for: key(0)) == content(0))
    cache.store(content(1), for: key(1))
    #expect(cache.statistics.storeFailures == 1)
    #expect(cache.bytes(for: key(1)) == content(1))
    #expect(try cache.clear().entries == 1)
  }

  @Test func manyThreadsMayUseOneCache() async throws {
    let fixture = try CacheFixture(memoryBytes: 200_000, diskBytes: 1 << 20)
    let cache = fixture.open()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<300 {
            let name = Int.random(in: 0..<40)
            let expected = content(name, count: 20_000 + name)
            if let found = cache.bytes(for: key(name)) {
              #expect(alike(found, expected))
            } else {
              cache.store(expected, for: key(name))
            }
          }
        }
      }
    }
    #expect(cache.statistics.damaged == 0)
    #expect(try fixture.blocks() <= 1 << 20)
  }
}
