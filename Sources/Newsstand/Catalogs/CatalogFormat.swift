/// The format of a catalog; `readCatalog` recognizes it by content.
public enum CatalogFormat: String, Sendable, Hashable, CaseIterable {
  /// OPDS 2.0: JSON of publications with links.
  case opds2
  /// OPDS 1.2: an Atom feed.
  case opds1
  /// An array of dictionaries, as the Newsstand apps of old had it, in XML or binary.
  case propertyList
  /// `info.xml` of publishers with one ZIP an issue.
  case infoXML
  /// The shelf of Baker apps: a JSON array of objects.
  case bakerShelf
  /// Recto's own (docs/newsstand/catalog.md).
  case json
}
