import RectoPageModel

/// The published issues, whose URLs are relative to the feeds.
struct PublishedCatalog: Sendable, Hashable {
  struct Entry: Sendable, Hashable {
    var issue: Issue
    /// The time of the last change.
    var modified: Timestamp
    /// The file or folder that it was made of, by name.
    var source: String
    /// In pixels.
    var coverSize: PixelSize?
    var thumbnailSize: PixelSize?
  }

  var title: String
  var summary: String?
  var subscriptionProductID: String?
  /// The price of that subscription.
  var subscriptionPrice: String?
  var modified: Timestamp
  /// The newest first.
  var entries: [Entry] = []

  static let ownName = "catalog.json"
  /// The names of all feeds.
  static let names: Set = ["opds2.json", "opds.xml", "issues.plist", "info.xml", ownName]

  /// The same, with the files of their signatures.
  static let namesWithSignatures = names.union(names.map { $0 + CatalogSignature.ending })

  /// The feeds by name, in the order in which they are written. `base` goes before URLs.
  func feeds(base: String) -> [(name: String, bytes: [UInt8])] {
    [
      ("opds2.json", OPDS2Writer(catalog: self, base: base).bytes),
      ("opds.xml", OPDS1Writer(catalog: self, base: base).bytes),
      ("issues.plist", PropertyListWriter(catalog: self, base: base).bytes),
      ("info.xml", InfoXMLWriter(catalog: self, base: base).bytes),
      (Self.ownName, OwnCatalogWriter(catalog: self).bytes),
    ]
  }
}
