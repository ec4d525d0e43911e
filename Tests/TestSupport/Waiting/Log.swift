import Synchronization

/// A list that several threads append to and that tests wait for.
public final class Log<Entry: Sendable>: Sendable {
  private struct State {
    var entries: [Entry] = []
    var waiting: [(isEnough: @Sendable ([Entry]) -> Bool, event: Future<Void>)] = []
  }

  private let state = Mutex(State())

  public init() {}

  public var entries: [Entry] { state.withLock { $0.entries } }

  public func append(_ entry: Entry) {
    let due = state.withLock { state in
      state.entries.append(entry)
      let entries = state.entries
      let due = state.waiting.filter { $0.isEnough(entries) }
      state.waiting.removeAll { $0.isEnough(entries) }
      return due
    }
    for waiting in due { waiting.event.fulfill(()) }
  }

  /// Waits until the entries satisfy a condition, and gives them.
  @discardableResult
  public func wait(
    _ event: String = #function, until isEnough: @escaping @Sendable ([Entry]) -> Bool
  ) async throws -> [Entry] {
    let future = Future<Void>()
    let isDue = state.withLock { state in
      if isEnough(state.entries) { return true }
      state.waiting.append((isEnough, future))
      return false
    }
    if !isDue { try await future.value("an entry in \(event)") }
    return entries
  }

  /// Waits until there are at least `count` entries, and gives them.
  @discardableResult
  public func wait(_ event: String = #function, count: Int) async throws -> [Entry] {
    try await wait(event) { $0.count >= count }
  }
}
