/// The order in which a cache gives its entries up: those used longest ago first, except that
/// entries which were used again come last, as many as fill three quarters of the budget. Many
/// images that are asked for once each do not evict those that others come back to.
struct EvictionOrder<Name> {
  struct Candidate {
    let name: Name
    let bytes: Int
    /// The time of its last use, by any clock.
    let used: Int64
    /// True if it was used since it was stored.
    let isUsedAgain: Bool
  }

  /// In the order of eviction.
  let candidates: [Candidate]

  init(_ candidates: [Candidate], budget: Int) {
    var room = budget / 4 * 3
    var spared: [Candidate] = []
    var others: [Candidate] = []
    for candidate in candidates.sorted(by: { $0.used > $1.used }) {
      if candidate.isUsedAgain, candidate.bytes <= room {
        room -= candidate.bytes
        spared.append(candidate)
      } else {
        others.append(candidate)
      }
    }
    self.candidates = others.reversed() + spared.reversed()
  }
}
