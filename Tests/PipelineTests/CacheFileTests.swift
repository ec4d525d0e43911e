import Foundation
import RectoPipeline
import TestSupport
import Testing

/// The files of the cache on disk.
@Suite struct CacheFileTests {
  @Test func resultsOfOneProcessAreFoundByAnother() throws {
    let fixture = try CacheFixture()
    fixture.open().store(content(1), for: key(1))
    let cache = fixture.open()
    #expect(cache.bytes(for: key(1)) == content(1))
    #expect(cache.bytes(for: key(2)) == nil)
    #expect(cache.statistics.diskHits == 1)
    #expect(cache.statistics.misses == 1)
  }

  @Test(arguments: [0, 1, 4096, 1_000_003]) func anyNumberOfBytesComesBackAsItWas(count: Int) throws
  {
    let fixture = try CacheFixture()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    bytes.withUnsafeBytes { fixture.open().store($0, for: key(1)) }
    #expect(alike(try #require(fixture.open().bytes(for: key(1))), bytes))
  }

  @Test func theFolderIsForItsOwnerAloneAndSaysThatItIsACache() throws {
    let fixture = try CacheFixture()
    fixture.open().store(content(1), for: key(1))
    #expect(try permissions(fixture.path) == 0o700)
    #expect(try permissions(fixture.path + "/results") == 0o700)
    #expect(try permissions(fixture.file(key(1))) == 0o600)
    let tag = String(decoding: try bytes(ofFile: fixture.path + "/CACHEDIR.TAG"), as: UTF8.self)
    #expect(tag.hasPrefix("Signature: 8a477f597d28d172789f06886806bc55\n"))
  }

  @Test func aFolderThatOthersMayReadIsClosedToThem() throws {
    let fixture = try CacheFixture()
    fixture.open().store(content(1), for: key(1))
    let results = fixture.path + "/results"
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: results)
    fixture.open().store(content(2), for: key(2))
    #expect(try permissions(results) == 0o700)
  }

  @Test func aFolderThatWasThereIsNotCalledACache() throws {
    let fixture = try CacheFixture()
    try fixture.folder.write([1], to: "cache/letter.txt")
    fixture.open().store(content(1), for: key(1))
    #expect(!FileManager.default.fileExists(atPath: fixture.path + "/CACHEDIR.TAG"))
    #expect(fixture.open().bytes(for: key(1)) == content(1))
  }

  @Test func nothingIsMadeBeforeSomethingIsStored() throws {
    let fixture = try CacheFixture()
    let cache = fixture.open()
    #expect(cache.bytes(for: key(1)) == nil)
    #expect(cache.info().results.entries == 0)
    try cache.clear()
    #expect(try fixture.folder.entries() == [])
  }

  @Test func storingLeavesTheEntryAndTheLockAndNothingElse() throws {
    let fixture = try CacheFixture()
    let cache = fixture.open()
    for name in 0..<5 { cache.store(content(name), for: key(name)) }
    cache.store(content(1), for: key(1))
    #expect(try fixture.names() == (0..<5).map { key($0).hex + ".entry" }.sorted() + ["lock"])
  }

  // MARK: Damage

  /// Every byte of a small entry.
  @Test func aFlippedBitAnywhereIsAMissAndTheFileIsGone() throws {
    let fixture = try CacheFixture()
    let cache = fixture.open()
    cache.store(content(1, count: 20), for: key(1))
    let sound = try bytes(ofFile: fixture.file(key(1)))
    for place in sound.indices {
      var damaged = sound
      damaged[place] ^= UInt8(1 << (place % 8))
      try Data(damaged).write(to: URL(fileURLWithPath: fixture.file(key(1))))
      #expect(cache.bytes(for: key(1)) == nil, "byte \(place)")
      #expect(try fixture.names() == ["lock"], "byte \(place)")
    }
    #expect(cache.statistics.damaged == sound.count)
    cache.store(content(1, count: 20), for: key(1))
    #expect(cache.bytes(for: key(1)) == content(1, count: 20))
  }

  @Test(arguments: [-1, 0, 1, 8, 55, 56, 57, 1055, 2000]) func aFileOfAnotherLengthIsAMiss(
    length: Int
  ) throws {
    let fixture = try CacheFixture()
    fixture.open().store(content(1), for: key(1))
    let path = fixture.file(key(1))
    let sound = try bytes(ofFile: path)
    // -1 stands for one byte too many.
    let changed =
      length < 0 ? sound + [0] : Array((sound + content(0, count: 2000)).prefix(length))
    try Data(changed).write(to: URL(fileURLWithPath: path))
    let cache = fixture.open()
    #expect(cache.bytes(for: key(1)) == nil)
    #expect(cache.statistics.damaged == 1)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func anEntryUnderAnotherNameIsAMiss() throws {
    let fixture = try CacheFixture()
    fixture.open().store(content(1), for: key(1))
    try FileManager.default.moveItem(atPath: fixture.file(key(1)), toPath: fixture.file(key(2)))
    #expect(fixture.open().bytes(for: key(2)) == nil)
  }

  @Test func aSymbolicLinkInPlaceOfAnEntryIsNotFollowed() throws {
    let fixture = try CacheFixture()
    fixture.open().store(content(1), for: key(1))
    let elsewhere = fixture.folder.path("elsewhere")
    try FileManager.default.moveItem(atPath: fixture.file(key(1)), toPath: elsewhere)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.file(key(1)), withDestinationPath: elsewhere)
    #expect(fixture.open().bytes(for: key(1)) == nil)
    #expect(FileManager.default.fileExists(atPath: elsewhere))
    fixture.open().store(content(1), for: key(1))
    #expect(fixture.open().bytes(for: key(1)) == content(1))
  }

  @Test func aFolderInPlaceOfAnEntryIsAMiss() throws {
    let fixture = try CacheFixture()
    fixture.open().store(content(2), for: key(2))
    try FileManager.default.createDirectory(
      atPath: fixture.file(key(1)), withIntermediateDirectories: false)
    let cache = fixture.open()
    #expect(cache.bytes(for: key(1)) == nil)
    cache.store(content(1), for: key(1))
    #expect(cache.bytes(for: key(1)) == nil)
    #expect(cache.bytes(for: key(2)) == content(2))
  }

  @Test func foreignFilesInTheFolderStay() throws {
    let fixture = try CacheFixture(diskBytes: 1 << 20)
    let cache = fixture.open()
    cache.store(content(0), for: key(0))
    let foreign = ["letter.txt", "short.entry", "Z" + key(1).hex.dropFirst() + ".entry"]
    for name in foreign { try fixture.folder.write(content(9), to: "cache/results/\(name)") }
    for name in 1..<40 { cache.store(content(name, count: 100_000), for: key(name)) }
    #expect(cache.statistics.evicted > 0)
    try cache.clear()
    #expect(try fixture.names() == (foreign + ["lock"]).sorted())
    #expect(cache.info().results.entries == 0)
  }

  @Test func unfinishedFilesOfAProcessAreRemoved() throws {
    let fixture = try CacheFixture()
    let cache = fixture.open()
    cache.store(content(1), for: key(1))
    let old = try fixture.folder.write(content(9), to: "cache/results/unfinished-old")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: old)
    try fixture.folder.write(content(9), to: "cache/results/unfinished-new")
    _ = cache.info()
    #expect(try fixture.names() == [key(1).hex + ".entry", "lock", "unfinished-new"])
    try cache.clear()
    #expect(try fixture.names() == ["lock"])
  }

  // MARK: Folders that cannot be used

  /// Expects a cache that works, in memory, and says why no more.
  private func expectMemoryOnly(_ folder: String, _ words: String) throws {
    let cache = ResultCache(CacheConfiguration(directory: folder))
    cache.store(content(1), for: key(1))
    #expect(cache.bytes(for: key(1)) == content(1))
    #expect(cache.statistics.storeFailures == 1)
    #expect(cache.statistics.memoryHits == 1)
    #expect(cache.info().problem?.contains(words) ?? words.isEmpty)
  }

  @Test(arguments: ["", "/"]) func aSymbolicLinkIsRefusedAsTheFolder(slash: String) throws {
    let folder = try temporaryFolder()
    try folder.write([1], to: "real/letter.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("cache"), withDestinationPath: "real")
    try expectMemoryOnly(folder.path("cache") + slash, "symbolic link")
    #expect(try folder.entries() == ["cache", "real", "real/letter.txt"])
  }

  @Test func aSymbolicLinkInsideTheFolderIsRefused() throws {
    let folder = try temporaryFolder()
    try folder.write([1], to: "real/letter.txt")
    try folder.write([1], to: "cache/letter.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("cache/results"), withDestinationPath: "../real")
    try expectMemoryOnly(folder.path("cache"), "symbolic link")
    #expect(try folder.entries().filter { $0.hasPrefix("real/") } == ["real/letter.txt"])
  }

  @Test func aFolderAboveTheCacheMayBeALink() throws {
    let folder = try temporaryFolder()
    try folder.write([1], to: "real/letter.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "real")
    let configuration = CacheConfiguration(directory: folder.path("link/a/b"), memoryBytes: 0)
    ResultCache(configuration).store(content(1), for: key(1))
    #expect(ResultCache(configuration).bytes(for: key(1)) == content(1))
  }

  @Test func aFileIsRefusedAsTheFolder() throws {
    let folder = try temporaryFolder()
    try expectMemoryOnly(try folder.write([1], to: "file"), "it is not a folder")
    try expectMemoryOnly(folder.path("file/below"), "it is not a folder")
  }

  @Test func aPlaceWhereNoFolderCanBeMadeLeavesTheCacheInMemory() throws {
    try expectMemoryOnly("/proc/recto", "")
  }

  @Test(.enabled(if: getuid() == 0, "only root may give folders away"))
  func aFolderOfAnotherUserIsRefused() throws {
    let folder = try temporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("cache"), withIntermediateDirectories: false,
      attributes: [.ownerAccountID: 65534])
    try expectMemoryOnly(folder.path("cache"), "another user")
    #expect(try folder.entries() == ["cache"])
  }

  @Test(.enabled(if: getuid() != 0, "root may write anywhere"))
  func aReadOnlyFolderLeavesTheCacheInMemory() throws {
    let fixture = try CacheFixture()
    try FileManager.default.createDirectory(
      atPath: fixture.path, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o500])
    try expectMemoryOnly(fixture.path, "")
  }

  @Test(.enabled(if: SmallDisk.canBeMade, "only root may mount a small disk"))
  func aReadOnlyDiskIsReadAndLeavesTheRestInMemory() throws {
    let disk = try #require(SmallDisk(kibibytes: 1024))
    let configuration = CacheConfiguration(directory: disk.path + "/cache")
    ResultCache(configuration).store(content(2), for: key(2))
    try disk.makeReadOnly()
    try expectMemoryOnly(disk.path + "/cache", "")
    #expect(ResultCache(configuration).bytes(for: key(2)) == content(2))
  }

  @Test(.enabled(if: SmallDisk.canBeMade, "only root may mount a small disk"))
  func aFullDiskLeavesWhatIsThereWholeAndTheRestInMemory() throws {
    let disk = try #require(SmallDisk(kibibytes: 512))
    let configuration = CacheConfiguration(directory: disk.path + "/cache")
    let cache = ResultCache(configuration)
    for name in 0..<30 { cache.store(content(name, count: 50_000), for: key(name)) }
    #expect(cache.statistics.storeFailures > 0)
    #expect(cache.statistics.stored > 0)
    for name in 0..<30 { #expect(cache.bytes(for: key(name)) == content(name, count: 50_000)) }
    let other = ResultCache(configuration)
    let found = (0..<30).filter { other.bytes(for: key($0)) == content($0, count: 50_000) }
    #expect(found.count == cache.statistics.stored)
    #expect(other.statistics.damaged == 0)
    #expect(other.info().results.entries == found.count)
  }

  @Test func aFolderThatIsRemovedIsMadeAgain() throws {
    let fixture = try CacheFixture()
    let cache = fixture.open()
    cache.store(content(1), for: key(1))
    try FileManager.default.removeItem(atPath: fixture.path)
    #expect(cache.bytes(for: key(1)) == nil)
    cache.store(content(2), for: key(2))
    #expect(cache.bytes(for: key(2)) == content(2))
    #expect(fixture.open().bytes(for: key(2)) == content(2))
  }

  @Test func aResultThatMayNotGoOnDiskDoesNot() throws {
    let fixture = try CacheFixture(memoryBytes: 1 << 20)
    let cache = fixture.open()
    cache.store(content(1), for: key(1), onDisk: false)
    #expect(cache.bytes(for: key(1)) == content(1))
    #expect(try fixture.folder.entries() == [])
  }

  @Test func withoutAFolderTheCacheIsInMemory() throws {
    let cache = ResultCache(CacheConfiguration(directory: nil))
    cache.store(content(1), for: key(1))
    #expect(cache.bytes(for: key(1)) == content(1))
    #expect(cache.info().problem == nil)
    #expect(try cache.clear() == CacheUsage())
    #expect(cache.bytes(for: key(1)) == nil)
  }
}
