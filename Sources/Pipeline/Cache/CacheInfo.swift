/// The content of one store.
public struct CacheUsage: Sendable, Hashable {
  /// The number of results or digests.
  public var entries = 0
  /// In memory those of the entries; on disk those of whole blocks of 4 KiB.
  public var bytes = 0
  /// The time at which the least recently used entry was used, to about a minute, in seconds since
  /// 1970; nil if there is none, and in memory.
  public var oldestUse: Int?
  /// The time of the most recent use, likewise.
  public var newestUse: Int?

  /// A store that holds nothing, unless something else is said.
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
  /// Requests that memory answered.
  public var memoryHits = 0
  /// Requests that the folder answered.
  public var diskHits = 0
  /// Requests that nothing answered.
  public var misses = 0
  /// Requests that another one's work answered.
  public var joined = 0
  /// Entries that were put on disk, or were there already.
  public var stored = 0
  /// Entries that could not be put on disk: it is full, may not be written, or was locked.
  public var storeFailures = 0
  /// Entries that were larger than a quarter of the disk's budget.
  public var tooLarge = 0
  /// Files that were not the entry of their name, and were removed.
  public var damaged = 0
  /// Entries that were removed from disk to make room.
  public var evicted = 0
  /// The present content of memory.
  public var memory = CacheUsage()
}
