/// The open levels of a tiled TIFF that is being viewed in parts: opening one takes as long as
/// reading a tile of it. At most two per publication, the most recently used first.
final class KeptSources {
  struct Key: Hashable {
    let page: Int
    let frame: Int
  }

  /// The bytes that may be read from one before it is reopened, since libvips keeps the tiles of
  /// some rows, and a worker has no room for those of a wide picture.
  private static let mostBytes = 16 << 20
  private static let count = 2

  private var kept: [(key: Key, source: PixelSource, bytesRead: Int)] = []
  /// The sources that cannot be read in any order, such as those stored in strips.
  private var refused: Set<Key> = []

  func source(_ key: Key) -> PixelSource? { kept.first { $0.key == key }?.source }

  /// Keeps a source after a part of `bytesRead` bytes was read from it.
  func keep(_ source: PixelSource, _ key: Key, bytesRead: Int) {
    guard !refused.contains(key), !source.hasAlpha else { return }
    let before = kept.firstIndex { $0.key == key }.map { kept.remove(at: $0).bytesRead } ?? 0
    guard before + bytesRead <= Self.mostBytes else { return }
    kept.insert((key, source, before + bytesRead), at: 0)
    if kept.count > Self.count { kept.removeLast() }
  }

  /// It could not be read again as it was.
  func refuse(_ key: Key) {
    kept.removeAll { $0.key == key }
    refused.insert(key)
  }
}

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
