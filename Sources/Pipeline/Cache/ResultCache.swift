import RectoPageModel
import RectoWorkers

/// A cache of results by the keys of their requests: memory in front of a folder, each with a
/// budget.
///
/// The folder may be shared by several processes, each of which may end at any moment. A damaged
/// file is a miss. If the folder cannot be used, the cache works in memory, and a result that
/// cannot be stored is only counted.
public final class ResultCache: Sendable {
  /// The size of memos on disk in bytes: enough for thousands of digests, each in a block of its
  /// own. It is not a part of the budget for results.
  private static let memoBytes = 8 << 20
  private static let memoMemoryBytes = 1 << 20

  /// The given configuration.
  public let configuration: CacheConfiguration
  private let results: TieredStore
  /// Digests that take long to compute; kept apart, so that pages do not evict them.
  private let memos: TieredStore
  /// Laid-out chapters of books; kept apart for the same reason.
  private let layouts: TieredStore
  /// Flights are separate for each pace, so that a foreground caller does not wait for work begun
  /// in the background.
  private struct Flight: Hashable {
    let key: CacheKey
    let pace: WorkPace
  }

  private let flights = SingleFlight<Flight, [UInt8], Void>()

  /// Touches no file before the first use.
  public init(_ configuration: CacheConfiguration = CacheConfiguration()) {
    self.configuration = configuration
    let directory = configuration.diskBytes > 0 ? configuration.directory : nil
    results = TieredStore(
      memory: MemoryStore(budget: configuration.memoryBytes),
      disk: directory.map {
        DiskStore(name: "results", in: $0, budget: configuration.diskBytes)
      })
    memos = TieredStore(
      memory: MemoryStore(budget: Self.memoMemoryBytes),
      disk: directory.map { DiskStore(name: "memos", in: $0, budget: Self.memoBytes) })
    layouts = TieredStore(
      memory: MemoryStore(budget: configuration.memoryBytes / 4),
      disk: configuration.layoutBytes > 0
        ? configuration.directory.map {
          DiskStore(name: "layouts", in: $0, budget: configuration.layoutBytes)
        } : nil)
  }

  /// The result of a key, or nil. The array is shared with the cache and not copied.
  public func bytes(for key: CacheKey) -> [UInt8]? { results.bytes(for: key) }

  /// Keeps a result, if it is no larger than a quarter of a budget. An entry on disk is never
  /// replaced.
  ///
  /// With `onDisk` false it stays in memory, as for pages of an encrypted source.
  public func store(_ bytes: [UInt8], for key: CacheKey, onDisk: Bool = true) {
    results.store(bytes, for: key, onDisk: onDisk)
  }

  /// The same for borrowed bytes, which are copied only if they are kept in memory.
  public func store(_ bytes: UnsafeRawBufferPointer, for key: CacheKey, onDisk: Bool = true) {
    results.store(bytes, for: key, onDisk: onDisk)
  }

  /// Returns the stored result of a key, or makes and stores it.
  ///
  /// Concurrent calls for one key run only the `make` of the first. A call whose task is cancelled
  /// throws `CancellationError` at once; `make` is cancelled when all calls are. If `make` throws,
  /// all calls rethrow, and nothing is stored.
  public func bytes(
    for key: CacheKey, onDisk: Bool = true,
    make: @escaping @Sendable () async throws -> [UInt8]
  ) async throws -> [UInt8] {
    if let found = results.bytes(for: key) { return found }
    let flight = Flight(key: key, pace: .current)
    return try await flights.value(for: flight, in: ()) { [results] _ in
      // It may have been stored between the lookup above and the start of this flight.
      if let found = results.recent(for: key) { return found }
      let made = try await make()
      results.store(made, for: key, onDisk: onDisk)
      return made
    }
  }

  /// The counters since the cache was made, for this process only. Memos do not count.
  public var statistics: CacheStatistics {
    var statistics = results.statistics
    statistics.joined = flights.joined
    return statistics
  }

  /// The usage of the folder, which is counted for each call.
  public func info() -> CacheInfo {
    var info = CacheInfo(
      configuration: configuration, results: CacheUsage(), layouts: CacheUsage(),
      memos: CacheUsage(), problem: nil)
    do throws(PageError) {
      info.results = try results.disk?.usage() ?? CacheUsage()
      info.layouts = try layouts.disk?.usage() ?? CacheUsage()
      info.memos = try memos.disk?.usage() ?? CacheUsage()
    } catch {
      info.problem = error.message
    }
    return info
  }

  /// Removes all entries, in memory and on disk, and returns how much disk space was freed. Other
  /// files in the folder stay. Throws `cannotWrite` if the folder is refused or an entry stays.
  @discardableResult
  public func clear() throws(PageError) -> CacheUsage {
    let removed = [try memos.clear(), try layouts.clear(), try results.clear()]
    return CacheUsage(
      entries: removed.reduce(0) { $0 + $1.entries }, bytes: removed.reduce(0) { $0 + $1.bytes })
  }

  // MARK: Layouts

  /// True if layouts are kept on disk.
  var keepsLayouts: Bool { layouts.disk != nil }

  func layout(for key: CacheKey) -> [UInt8]? { layouts.bytes(for: key) }

  func keepLayout(_ bytes: [UInt8], for key: CacheKey) {
    layouts.store(bytes, for: key, onDisk: true)
  }

  // MARK: Memos

  func memo(for key: CacheKey) -> [UInt8]? { memos.bytes(for: key) }

  func remember(_ bytes: [UInt8], for key: CacheKey) {
    memos.store(bytes, for: key, onDisk: true)
  }
}
