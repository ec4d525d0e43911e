import Glibc
import Synchronization

/// Entries in memory, up to a budget. Entries that were used again are kept in up to three quarters
/// of it, and the most recently used of the others in the rest.
final class MemoryStore: Sendable {
  private struct Entry {
    let bytes: [UInt8]
    /// The number of its last use, among all uses of the store.
    var use: Int
    /// True if it was used since it was stored.
    var isUsedAgain = false
    /// The time at which its file was last marked as used, in seconds.
    var marked: Int
  }

  private struct State {
    var entries: [CacheKey: Entry] = [:]
    var bytes = 0
    var uses = 0
  }

  /// The memory of an entry beyond its bytes: its place in the table and its array's header.
  private static let overhead = 128

  private let state = Mutex(State())
  private let budget: Int

  init(budget: Int) {
    self.budget = budget
  }

  var usage: CacheUsage {
    state.withLock { CacheUsage(entries: $0.entries.count, bytes: $0.bytes) }
  }

  /// The entry's bytes; `isMarkDue` the first time and then about once a minute, so that entries
  /// served from memory do not grow old on disk.
  func bytes(for key: CacheKey) -> (bytes: [UInt8], isMarkDue: Bool)? {
    let now = Self.seconds
    return state.withLock { state in
      state.uses += 1
      let use = state.uses
      guard let index = state.entries.index(forKey: key) else { return nil }
      state.entries.values[index].use = use
      let isMarkDue =
        !state.entries.values[index].isUsedAgain
        || now - state.entries.values[index].marked >= DiskStore.markSeconds
      state.entries.values[index].isUsedAgain = true
      if isMarkDue { state.entries.values[index].marked = now }
      return (state.entries.values[index].bytes, isMarkDue)
    }
  }

  /// True if an entry of that size is kept: one may fill a quarter of the budget.
  func keeps(_ count: Int) -> Bool { count + Self.overhead <= budget / 4 }

  func store(_ bytes: [UInt8], for key: CacheKey) {
    guard keeps(bytes.count) else { return }
    let now = Self.seconds
    state.withLock { state in
      state.uses += 1
      let entry = Entry(bytes: bytes, use: state.uses, marked: now)
      if let old = state.entries.updateValue(entry, forKey: key) {
        state.bytes -= old.bytes.count + Self.overhead
      }
      state.bytes += bytes.count + Self.overhead
      if state.bytes > budget { evict(&state) }
    }
  }

  /// Evicts entries down to 90 % of the budget, so that not every new entry sorts them all.
  private func evict(_ state: inout State) {
    let order = EvictionOrder(
      state.entries.map { key, entry in
        EvictionOrder.Candidate(
          name: key, bytes: entry.bytes.count + Self.overhead, used: Int64(entry.use),
          isUsedAgain: entry.isUsedAgain)
      }, budget: budget)
    for entry in order.candidates {
      guard state.bytes > budget / 10 * 9 else { return }
      state.entries[entry.name] = nil
      state.bytes -= entry.bytes
    }
  }

  func clear() {
    state.withLock { $0 = State() }
  }

  private static var seconds: Int { timespec.now(CLOCK_MONOTONIC_COARSE).tv_sec }
}
