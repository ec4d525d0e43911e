/// The limits of an archive; one that exceeds them is refused without decompressing anything.
enum ArchiveLimits {
  static let entries = 20_000
  /// Bytes of one entry, decompressed.
  static let entrySize = 256 * 1024 * 1024

  /// Bytes of all entries, decompressed. For a large archive these are twice its own bytes: the content
  /// that makes it large is compressed already.
  static func totalSize(ofArchive bytes: Int) -> Int { max(1024 * 1024 * 1024, 2 * bytes) }

  /// The maximum compression ratio of entries above `ratioFloor`. Deflate reaches 1,032; pages,
  /// which are compressed themselves, stay below 2.
  static let ratio = 200
  static let ratioFloor = 1024 * 1024
  /// Bytes of a name: the longest path in Linux.
  static let nameLength = 4096
}
