/// Levels of a tiled TIFF that somebody looks at in parts: opening one takes as long as reading a tile
/// of it. At most two of a publication, the one of the last part first.
final class KeptSources {
  struct Key: Hashable {
    let page: Int
    let frame: Int
  }

  /// Bytes that may be read of one before it is opened anew, since libvips keeps the tiles of
  /// some rows: a worker has no room for all that a wide picture has.
  private static let mostBytes = 16 << 20
  private static let count = 2

  private var kept: [(key: Key, source: PixelSource, bytesRead: Int)] = []
  /// Those that cannot be read in any order, such as of strips.
  private var refused: Set<Key> = []

  func source(_ key: Key) -> PixelSource? { kept.first { $0.key == key }?.source }

  /// After a part of so many bytes was read of it.
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
