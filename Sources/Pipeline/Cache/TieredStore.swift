import RectoPageModel
import Synchronization

/// Memory in front of disk.
final class TieredStore: Sendable {
  private let memory: MemoryStore
  let disk: DiskStore?
  private let counts = Mutex(CacheStatistics())

  init(memory: MemoryStore, disk: DiskStore?) {
    self.memory = memory
    self.disk = disk
  }

  var statistics: CacheStatistics {
    var statistics = counts.withLock { $0 }
    statistics.memory = memory.usage
    return statistics
  }

  private func count(_ what: WritableKeyPath<CacheStatistics, Int> & Sendable, _ number: Int = 1) {
    counts.withLock { $0[keyPath: what] += number }
  }

  func bytes(for key: CacheKey) -> [UInt8]? {
    if let found = memory.bytes(for: key) {
      if found.isMarkDue { disk?.mark(key) }
      count(\.memoryHits)
      return found.bytes
    }
    switch disk?.bytes(for: key) ?? .miss {
    case .hit(let bytes):
      memory.store(bytes, for: key)
      count(\.diskHits)
      return bytes
    case .damaged:
      count(\.damaged)
      count(\.misses)
    case .miss: count(\.misses)
    }
    return nil
  }

  /// The same for a second look, which is not counted.
  func recent(for key: CacheKey) -> [UInt8]? {
    if let found = memory.bytes(for: key) { return found.bytes }
    guard case .hit(let bytes) = disk?.bytes(for: key) else { return nil }
    return bytes
  }

  func store(_ bytes: [UInt8], for key: CacheKey, onDisk: Bool) {
    memory.store(bytes, for: key)
    if onDisk { bytes.withUnsafeBytes { storeOnDisk($0, for: key) } }
  }

  /// Copies only what memory keeps.
  func store(_ bytes: UnsafeRawBufferPointer, for key: CacheKey, onDisk: Bool) {
    if memory.keeps(bytes.count) { memory.store(Array(bytes), for: key) }
    if onDisk { storeOnDisk(bytes, for: key) }
  }

  private func storeOnDisk(_ bytes: UnsafeRawBufferPointer, for key: CacheKey) {
    guard let disk else { return }
    switch disk.store(bytes, for: key) {
    case .kept(let evicted):
      count(\.stored)
      count(\.evicted, evicted)
    case .tooLarge: count(\.tooLarge)
    case .failed: count(\.storeFailures)
    }
  }

  func clear() throws(PageError) -> CacheUsage {
    memory.clear()
    return try disk?.clear() ?? CacheUsage()
  }
}
