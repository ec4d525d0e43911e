import Synchronization

/// Counts from 0 on behalf of several tasks.
final class Counter: Sendable {
  private let value = Atomic(0)

  /// The number of increments.
  var count: Int { value.load(ordering: .relaxed) }

  /// Gives the count before.
  @discardableResult
  func advance() -> Int { value.add(1, ordering: .relaxed).oldValue }
}
