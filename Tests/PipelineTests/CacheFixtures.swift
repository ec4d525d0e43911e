import Foundation
import RectoPipeline
import TestSupport
import Testing

/// A cache folder to look into.
struct CacheFixture {
  let folder: TemporaryFolder
  var diskBytes = 64 << 20
  /// Zero, so that reads come from the disk.
  var memoryBytes = 0

  init(memoryBytes: Int = 0, diskBytes: Int = 64 << 20) throws {
    folder = try temporaryFolder()
    self.memoryBytes = memoryBytes
    self.diskBytes = diskBytes
  }

  var path: String { folder.path("cache") }

  /// Opens the cache as another process would.
  func open() -> ResultCache {
    ResultCache(
      CacheConfiguration(directory: path, memoryBytes: memoryBytes, diskBytes: diskBytes))
  }

  func file(_ key: CacheKey) -> String { "\(path)/results/\(key.hex).entry" }

  /// The names of entries, and of whatever else is with them.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(path)/results").sorted()
  }

  /// The size of the entries in blocks.
  func blocks() throws -> Int {
    try names().filter { $0.hasSuffix(".entry") }.reduce(0) { sum, name in
      sum + (try bytes(ofFile: "\(path)/results/\(name)").count + 4095) / 4096 * 4096
    }
  }

  /// Makes an entry look as if it had been used at that time.
  func setLastUse(_ key: CacheKey, secondsAgo: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)], ofItemAtPath: file(key))
  }

  func lastUse(_ key: CacheKey) throws -> Date {
    try #require(
      try FileManager.default.attributesOfItem(atPath: file(key))[.modificationDate] as? Date)
  }
}

func key(_ name: Int) -> CacheKey { CacheKey(parts: ["test", "\(name)"]) }

/// Bytes that belong to a name.
func content(_ name: Int, count: Int = 1000) -> [UInt8] {
  [UInt8](repeating: UInt8(truncatingIfNeeded: name), count: count)
}

func permissions(_ path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

/// The path of `CacheProcess`, which is built beside the tests as `recto` is.
func cacheProcess() throws -> String {
  URL(fileURLWithPath: try rectoExecutable()).deletingLastPathComponent().path + "/CacheProcess"
}
