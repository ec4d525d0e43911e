import Synchronization

/// The number of pages and spreads drawn by another engine than the one that opened them.
final class SubstitutionCount: Sendable {
  private let total = Atomic(0)

  var value: Int { total.load(ordering: .relaxed) }

  func add() { total.add(1, ordering: .relaxed) }
}
