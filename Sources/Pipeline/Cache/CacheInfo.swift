/// The content of one store.
public struct CacheUsage: Sendable, Hashable {
  /// The number of results or digests.
  public var entries = 0
  /// The size in bytes: of the entries in memory, of whole blocks of 4 KiB on disk.
  public var bytes = 0
  /// The time at which the least recently used entry was used, to about a minute, in seconds since
  /// 1970; nil if there is none, and in memory.
  public var oldestUse: Int?
  /// The time of the most recent use, likewise.
  public var newestUse: Int?

  /// The usage of an empty store by default.
  public init(
    entries: Int = 0, bytes: Int = 0, oldestUse: Int? = nil, newestUse: Int? = nil
  ) {
    self.entries = entries
    self.bytes = bytes
    self.oldestUse = oldestUse
    self.newestUse = newestUse
  }
}

/// The configuration of a cache, and its content on disk for all processes.
public struct CacheInfo: Sendable, Hashable {
  /// The given configuration.
  public var configuration: CacheConfiguration
  /// Results on disk.
  public var results: CacheUsage
  /// Laid-out chapters of books on disk.
  public var layouts: CacheUsage
  /// Digests of sources and fonts on disk, which save computing them again.
  public var memos: CacheUsage
  /// The reason why the folder is not used, as a sentence; nil if it is, or would be.
  public var problem: String?
}

/// The counters of a cache since the process began to use it.
public struct CacheStatistics: Sendable, Hashable {
  /// The number of requests that were answered from memory.
  public var memoryHits = 0
  /// The number of requests that were answered from disk.
  public var diskHits = 0
  /// The number of requests that were not answered from the cache.
  public var misses = 0
  /// The number of requests that were answered by the work of a concurrent one.
  public var joined = 0
  /// The number of entries that were put on disk, or were already there.
  public var stored = 0
  /// The number of entries that could not be put on disk: it is full, read-only, or was locked.
  public var storeFailures = 0
  /// The number of entries that were larger than a quarter of the disk's budget.
  public var tooLarge = 0
  /// The number of files that were not a valid entry, and were removed.
  public var damaged = 0
  /// The number of entries that were removed from disk to make room.
  public var evicted = 0
  /// The present usage of memory.
  public var memory = CacheUsage()
}
