import RectoPageModel

/// Results under the names of their requests: memory in front of a folder, each with a budget.
///
/// The folder may be shared by several processes, each of which may end at any moment. A damaged
/// file is a miss. If the folder cannot be used, the cache works in memory, and a result that
/// cannot be stored is only counted.
public final class ResultCache: Sendable {
  /// Thousands of digests, each in a block of its own, beside the budget for results.
  private static let memoBytes = 8 << 20
  private static let memoMemoryBytes = 1 << 20

  /// The given configuration.
  public let configuration: CacheConfiguration
  private let results: TieredStore
  /// Digests that take long to compute; kept apart, so that pages do not drive them out.
  private let memos: TieredStore
  /// Laid-out chapters of books; kept apart for the same reason.
  private let layouts: TieredStore
  private let flights = SingleFlight<CacheKey, [UInt8], Void>()

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

  /// The result of that name, or nil. The array is shared with the cache and not copied.
  public func bytes(for key: CacheKey) -> [UInt8]? { results.bytes(for: key) }

  /// Keeps a result, if it is no larger than a quarter of a budget. An entry on disk is never
  /// replaced.
  ///
  /// With `onDisk` false it stays in memory: for pages of a source that is encrypted.
  public func store(_ bytes: [UInt8], for key: CacheKey, onDisk: Bool = true) {
    results.store(bytes, for: key, onDisk: onDisk)
  }

  /// The same for bytes that are lent, which are copied only if memory keeps them.
  public func store(_ bytes: UnsafeRawBufferPointer, for key: CacheKey, onDisk: Bool = true) {
    results.store(bytes, for: key, onDisk: onDisk)
  }

  /// The result of that name; if there is none, the result of `make`, which is stored.
  ///
  /// Calls for one name at the same time run one `make`, that of the first. A call whose task is
  /// cancelled throws `CancellationError` at once; `make` is cancelled when all are. If `make`
  /// throws, all of them rethrow, and nothing is stored.
  public func bytes(
    for key: CacheKey, onDisk: Bool = true,
    make: @escaping @Sendable () async throws -> [UInt8]
  ) async throws -> [UInt8] {
    if let found = results.bytes(for: key) { return found }
    return try await flights.value(for: key, in: ()) { [results] _ in
      // One that was made between the look above and this flight's beginning.
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

  /// Looks through the folder.
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

  /// Removes all entries, in memory and on disk, and says how much the disk got back. Other files in
  /// the folder stay. Throws `cannotWrite` if the folder is refused or an entry stays.
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
