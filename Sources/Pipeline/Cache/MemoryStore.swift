import Glibc
import Synchronization

/// Entries in memory: those used last, as many as the budget holds.
final class MemoryStore: Sendable {
  private struct Entry {
    let bytes: [UInt8]
    /// The time of its last use, in uses of the store.
    var use: Int
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

  /// The entry's bytes; `isMarkDue` about once a minute, so that entries served from memory do not
  /// grow old on disk.
  func bytes(for key: CacheKey) -> (bytes: [UInt8], isMarkDue: Bool)? {
    let now = Self.seconds
    return state.withLock { state in
      state.uses += 1
      let use = state.uses
      guard let index = state.entries.index(forKey: key) else { return nil }
      state.entries.values[index].use = use
      let isMarkDue = now - state.entries.values[index].marked >= DiskStore.markSeconds
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

  /// Down to 90 % of the budget, so that not every entry has to look for the oldest.
  private func evict(_ state: inout State) {
    for (key, entry) in state.entries.sorted(by: { $0.value.use < $1.value.use }) {
      guard state.bytes > budget / 10 * 9 else { return }
      state.entries[key] = nil
      state.bytes -= entry.bytes.count + Self.overhead
    }
  }

  func clear() {
    state.withLock { $0 = State() }
  }

  private static var seconds: Int { timespec.now(CLOCK_MONOTONIC_COARSE).tv_sec }
}
