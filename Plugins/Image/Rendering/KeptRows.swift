/// The large picture that is being viewed in parts, decoded as far as needed; at most one per
/// publication.
final class KeptRows {
  struct Key: Hashable {
    let page: Int
    let shrink: Int
    let isStrict: Bool
  }

  private var kept: (key: Key, rows: SequentialRows)?

  /// Gives them away, so that they are gone unless they are put back.
  func take(_ key: Key) -> SequentialRows? {
    guard let kept, kept.key == key else { return nil }
    self.kept = nil
    return kept.rows
  }

  func put(_ rows: SequentialRows, _ key: Key) { kept = (key, rows) }

  func drop() { kept = nil }
}
