/// The limits of a book's own documents. Its archive has limits of its own.
enum BookLimits {
  /// Bytes of a package, navigation or media overlay document: a book of 10,000 pages has a
  /// navigation document of about one megabyte. A tree takes some thirty times as much.
  static let documentBytes = 8 << 20
  /// Bytes of any other file.
  static let resourceBytes = 256 << 20
  /// Package documents that a container may list.
  static let packages = 100
  /// Items of the manifest: as many as an archive may have entries.
  static let items = 20_000
  /// References of the spine.
  static let spineItems = 10_000
  /// Entries of one list of the navigation.
  static let entries = 50_000
  /// Fallbacks from one item to the next.
  static let fallbacks = 16
  /// The maximum number of warnings of one kind.
  static let warnings = 20
}
