/// A dictionary that forgets what was used longest ago when it is full, so that one who fills it
/// with new entries does not have it forget those in use.
///
/// It holds at most `capacity` entries, and always the half of `capacity` that were used last:
/// entries are in two generations; when the younger one has half of them, it becomes the older
/// one, and what was not used since goes.
package struct BoundedCache<Key: Hashable, Value> {
  private let half: Int
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]

  package init(capacity: Int) { half = max(1, capacity / 2) }

  package var count: Int { young.count + old.count }

  /// Reading or setting an entry is a use of it; setting nil removes it.
  package subscript(key: Key) -> Value? {
    mutating get {
      if let value = young[key] { return value }
      guard let value = old.removeValue(forKey: key) else { return nil }
      add(value, key)
      return value
    }
    set {
      old[key] = nil
      if let newValue { add(newValue, key) } else { young[key] = nil }
    }
  }

  /// True if there is such an entry. Asking is not a use of it.
  package func contains(_ key: Key) -> Bool { young[key] != nil || old[key] != nil }

  package mutating func removeAll(where isUnwanted: (Key, Value) -> Bool) {
    young = young.filter { !isUnwanted($0.key, $0.value) }
    old = old.filter { !isUnwanted($0.key, $0.value) }
  }

  private mutating func add(_ value: Value, _ key: Key) {
    if young.count >= half, young[key] == nil {
      old = young
      young = [:]
    }
    young[key] = value
  }
}

extension BoundedCache: Sendable where Key: Sendable, Value: Sendable {}
