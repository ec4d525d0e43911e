import Synchronization

/// How many pages and spreads were drawn by another engine than the one that opened them.
final class SubstitutionCount: Sendable {
  private let total = Atomic(0)

  var value: Int { total.load(ordering: .relaxed) }

  func add() { total.add(1, ordering: .relaxed) }
}
