/// The limits of a book's documents, in addition to those of its archive.
enum BookLimits {
  /// The size in bytes of a package, navigation or media overlay document: a book of 10,000 pages has a
  /// navigation document of about one megabyte. Its tree takes some thirty times as much memory.
  static let documentBytes = 8 << 20
  /// The size in bytes of any other file.
  static let resourceBytes = 256 << 20
  /// The number of package documents in a container.
  static let packages = 100
  /// The number of items in the manifest: the maximum number of entries in an archive.
  static let items = 20_000
  /// The number of references in the spine.
  static let spineItems = 10_000
  /// The number of entries in one list of the navigation.
  static let entries = 50_000
  /// The length of a chain of fallbacks from item to item.
  static let fallbacks = 16
  /// The number of warnings of one kind.
  static let warnings = 20
}
