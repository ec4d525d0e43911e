import Foundation
import RectoPipeline
import TestSupport
import Testing

@Suite struct CacheBudgetTests {
  @Test func theDiskHoldsNoMoreThanItsBudget() throws {
    let fixture = try CacheFixture(diskBytes: 1 << 20)
    let cache = fixture.open()
    for name in 0..<60 {
      cache.store(content(name, count: 30_000 + name * 500), for: key(name))
      #expect(try fixture.blocks() <= 1 << 20)
      #expect(cache.bytes(for: key(name)) != nil)
    }
    #expect(cache.statistics.evicted > 0)
    #expect(cache.statistics.stored == 60)
    // Down to 90 %, and not to nothing.
    #expect(try fixture.blocks() > (1 << 20) / 2)
    #expect(cache.info().results.bytes == (try fixture.blocks()))
  }

  @Test func severalCachesOfOneFolderKeepOneBudget() throws {
    let fixture = try CacheFixture(diskBytes: 1 << 20)
    for name in 0..<60 {
      fixture.open().store(content(name, count: 50_000), for: key(name))
      #expect(try fixture.blocks() <= 1 << 20)
    }
  }

  @Test func thoseUsedLongestAgoGoFirst() throws {
    let fixture = try CacheFixture(diskBytes: 1 << 20)
    let cache = fixture.open()
    for name in 0..<10 {
      cache.store(content(name, count: 95_000), for: key(name))
      // The higher the number, the longer ago.
      try fixture.setLastUse(key(name), secondsAgo: 1000 * Double(name + 1))
    }
    #expect(fixture.open().bytes(for: key(9)) != nil)
    cache.store(content(10, count: 95_000), for: key(10))
    let left = (0...10).filter { fixture.open().bytes(for: key($0)) != nil }
    #expect(cache.statistics.evicted > 0)
    #expect(left == Array(0..<(9 - cache.statistics.evicted)) + [9, 10])
  }

  /// On disk, and in memory in front of it.
  @Test(arguments: [0, 1 << 20])
  func whatIsUsedAgainOutlastsManyThatAreUsedOnce(memoryBytes: Int) throws {
    let fixture = try CacheFixture(memoryBytes: memoryBytes, diskBytes: 1 << 20)
    let cache = fixture.open()
    for name in 0..<3 {
      cache.store(content(name, count: 95_000), for: key(name))
      #expect(cache.bytes(for: key(name)) != nil)
    }
    for name in 3..<60 { cache.store(content(name, count: 95_000), for: key(name)) }
    let other = fixture.open()
    for cache in [cache, other] {
      #expect((0..<3).allSatisfy { cache.bytes(for: key($0)) != nil })
      #expect(cache.bytes(for: key(3)) == nil)
    }
  }

  @Test func whatIsUsedAgainMakesRoomForItself() throws {
    let fixture = try CacheFixture(diskBytes: 1 << 20)
    let cache = fixture.open()
    for name in 0..<30 {
      cache.store(content(name, count: 95_000), for: key(name))
      #expect(cache.bytes(for: key(name)) != nil)
    }
    #expect(cache.bytes(for: key(0)) == nil)
    #expect(cache.bytes(for: key(29)) != nil)
  }

  @Test func useIsWrittenDownAboutOnceAMinute() throws {
    let fixture = try CacheFixture()
    let cache = fixture.open()
    cache.store(content(1), for: key(1))
    for age in [3600.0, -3600] {
      try fixture.setLastUse(key(1), secondsAgo: age)
      #expect(cache.bytes(for: key(1)) != nil)
      #expect(abs(try fixture.lastUse(key(1)).timeIntervalSinceNow) < 1800)
    }
    // Ahead, so that the minute is not over before it is read.
    try fixture.setLastUse(key(1), secondsAgo: -50)
    let before = try fixture.lastUse(key(1))
    #expect(cache.bytes(for: key(1)) != nil)
    #expect(try fixture.lastUse(key(1)) == before)
  }

  @Test func anEntryLargerThanAQuarterOfABudgetIsNotKept() throws {
    let fixture = try CacheFixture(memoryBytes: 100_000, diskBytes: 1 << 20)
    let cache = fixture.open()
    cache.store(content(1, count: 300_000), for: key(1))
    #expect(cache.bytes(for: key(1)) == nil)
    #expect(cache.statistics.tooLarge == 1)
    cache.store(content(2, count: 200_000), for: key(2))
    #expect(cache.bytes(for: key(2)) != nil)
    #expect(cache.statistics.memory.entries == 0)
  }

  @Test func aBudgetOfNothingKeepsNothing() throws {
    let fixture = try CacheFixture(memoryBytes: 0, diskBytes: 0)
    let cache = fixture.open()
    cache.store(content(1), for: key(1))
    #expect(cache.bytes(for: key(1)) == nil)
    #expect(try fixture.folder.entries() == [])
  }

  @Test func aCountThatIsWrongIsPutRight() throws {
    let fixture = try CacheFixture(diskBytes: 1 << 20)
    let cache = fixture.open()
    for name in 0..<8 { cache.store(content(name, count: 100_000), for: key(name)) }
    for count in [[UInt8](), [1, 2, 3], [UInt8](repeating: 0x55, count: 16)] {
      try Data(count).write(to: URL(fileURLWithPath: fixture.path + "/results/lock"))
      for name in 0..<20 { cache.store(content(name, count: 100_000), for: key(name)) }
      #expect(try fixture.blocks() <= 1 << 20)
    }
    // Entries that another process removed count only until the next eviction.
    let evicted = cache.statistics.evicted
    for name in 0..<20 { try? FileManager.default.removeItem(atPath: fixture.file(key(name))) }
    for name in 20..<28 { cache.store(content(name, count: 100_000), for: key(name)) }
    #expect(cache.statistics.evicted == evicted)
    #expect((20..<28).allSatisfy { cache.bytes(for: key($0)) != nil })
  }

  @Test func clearingEmptiesMemoryAndDiskAndSaysHowMuch() throws {
    let fixture = try CacheFixture(memoryBytes: 1 << 20)
    let cache = fixture.open()
    for name in 0..<3 { cache.store(content(name, count: 5000), for: key(name)) }
    let removed = try cache.clear()
    #expect(removed == CacheUsage(entries: 3, bytes: 3 * 8192))
    #expect((0..<3).allSatisfy { cache.bytes(for: key($0)) == nil })
    #expect(try fixture.names() == ["lock"])
    #expect(try cache.clear() == CacheUsage())
    cache.store(content(1), for: key(1))
    #expect(fixture.open().bytes(for: key(1)) == content(1))
  }

  @Test func infoTellsWhatIsThereAndWhenItWasUsed() throws {
    let fixture = try CacheFixture()
    let cache = fixture.open()
    for name in 0..<3 { cache.store(content(name, count: 5000), for: key(name)) }
    try fixture.setLastUse(key(1), secondsAgo: 5000)
    let results = cache.info().results
    #expect(results.entries == 3)
    #expect(results.bytes == 3 * 8192)
    #expect(results.oldestUse == Int(try fixture.lastUse(key(1)).timeIntervalSince1970))
    #expect(try #require(results.newestUse) > (try #require(results.oldestUse)))
  }

  // MARK: Memory

  private func memory(_ bytes: Int) -> ResultCache {
    ResultCache(CacheConfiguration(directory: nil, memoryBytes: bytes))
  }

  @Test func memoryHoldsNoMoreThanItsBudget() {
    let cache = memory(100_000)
    for name in 0..<100 {
      cache.store(content(name, count: 7000), for: key(name))
      #expect(cache.statistics.memory.bytes <= 100_000)
      #expect(cache.bytes(for: key(name)) == content(name, count: 7000))
    }
  }

  @Test func memoryGivesUpWhatWasUsedLongestAgo() {
    let cache = memory(100_000)
    for name in 0..<9 { cache.store(content(name, count: 10_000), for: key(name)) }
    #expect(cache.bytes(for: key(0)) != nil)
    cache.store(content(9, count: 10_000), for: key(9))
    #expect(cache.bytes(for: key(0)) != nil)
    #expect(cache.bytes(for: key(9)) != nil)
    #expect(cache.bytes(for: key(1)) == nil)
  }

  @Test func aHitOnDiskIsAHitInMemoryTheNextTime() throws {
    let fixture = try CacheFixture(memoryBytes: 1 << 20)
    fixture.open().store(content(1), for: key(1))
    let cache = fixture.open()
    #expect(cache.bytes(for: key(1)) == content(1))
    try FileManager.default.removeItem(atPath: fixture.path)
    #expect(cache.bytes(for: key(1)) == content(1))
    #expect(cache.statistics.diskHits == 1)
    #expect(cache.statistics.memoryHits == 1)
  }

  @Test func storingANameAgainInMemoryReplacesIt() {
    let cache = memory(100_000)
    for count in [20_000, 10, 15_000] { cache.store(content(1, count: count), for: key(1)) }
    #expect(cache.bytes(for: key(1)) == content(1, count: 15_000))
    #expect(cache.statistics.memory.entries == 1)
    #expect(cache.statistics.memory.bytes < 16_000)
  }
}
