import Synchronization

/// The accounts of work that concurrent requests share, by the key of the work.
final class SharedAccounts<Key: Hashable & Sendable>: Sendable {
  private struct Entry {
    let account: WorkAccount
    var requests: Int
  }

  private let entries = Mutex<[Key: Entry]>([:])

  /// Runs `body` with the account that all requests for `key` share. The current request's clients
  /// belong to that account until `body` ends.
  func sharing<Value>(_ key: Key, _ body: () async throws -> Value) async throws -> Value {
    let own = WorkAccount.current
    let shared = entries.withLock { entries in
      let entry = entries[key] ?? Entry(account: WorkAccount(copying: own), requests: 0)
      entries[key] = Entry(account: entry.account, requests: entry.requests + 1)
      // The first request's clients are in it already.
      if entry.requests > 0 { entry.account.join(own) }
      return entry.account
    }
    defer {
      entries.withLock { entries in
        guard let entry = entries[key] else { return }
        shared.leave(own)
        entries[key] =
          entry.requests > 1 ? Entry(account: shared, requests: entry.requests - 1) : nil
      }
    }
    return try await WorkAccount.$current.withValue(shared) { try await body() }
  }
}
