import Foundation
import Pipeline
import TestSupport
import Testing

/// Several processes on one folder, and processes that are killed.
@Suite struct CacheProcessTests {
  private static let names = 60
  private static let bytes = 60_000

  /// Starts a process that stores and reads in the folder.
  private func startHammer(on fixture: CacheFixture, rounds: Int) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try cacheProcess())
    process.arguments =
      ["hammer", fixture.path]
      + [rounds, Self.names, Self.bytes, fixture.diskBytes].map { "\($0)" }
    try process.run()
    return process
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

  @Test func severalProcessesAtOnceNeverReadAnythingButWhatBelongsThere() throws {
    let fixture = try CacheFixture(diskBytes: 1 << 20)
    let processes = try (0..<6).map { _ in try startHammer(on: fixture, rounds: 1500) }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 0)
    }
    try expectSound(fixture)
  }

  @Test func processesThatAreKilledInTheMiddleLeaveWholeEntriesAndNoLitter() throws {
    let fixture = try CacheFixture(diskBytes: 1 << 20)
    for _ in 0..<12 {
      let processes = try (0..<3).map { _ in try startHammer(on: fixture, rounds: .max) }
      // A process may take longer to start than that. Other tests may hold the thread that this one
      // would be woken on, so that it stays awake.
      for _ in 0..<10_000 where (try? fixture.names().isEmpty) != false { usleep(1000) }
      usleep(.random(in: 20_000...120_000))
      for process in processes { kill(process.processIdentifier, SIGKILL) }
      for process in processes {
        process.waitUntilExit()
        // Not one that had found something wrong.
        #expect(process.terminationReason == .uncaughtSignal)
      }
    }
    try expectSound(fixture)
    // Nobody holds the lock.
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
