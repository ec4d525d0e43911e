/// Brackets that are open, with the script in which they were opened.
struct BracketStack {
  /// Deeper brackets take the script around them; UAX 9 has a limit of 63 (BD16).
  private static let depth = 63

  private var entries: [(closer: UInt32, script: UInt16?)] = []

  mutating func open(closer: UInt32, script: UInt16?) {
    if entries.count < Self.depth { entries.append((closer, script)) }
  }

  /// Brackets that were opened before any letter belong to the first script that follows.
  mutating func resolve(_ script: UInt16) {
    for index in entries.indices where entries[index].script == nil {
      entries[index].script = script
    }
  }

  /// Closes the bracket that `closer` matches and returns its opener's script; nil if it matches
  /// none. Brackets opened in between and never closed are dropped.
  mutating func close(_ closer: UInt32) -> UInt16? {
    guard let index = entries.lastIndex(where: { $0.closer == closer }) else { return nil }
    let script = entries[index].script
    entries.removeSubrange(index...)
    return script
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}
