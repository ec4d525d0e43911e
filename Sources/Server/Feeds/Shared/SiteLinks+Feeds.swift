extension SiteLinks {
  /// The URL that names an entry of the table of contents; the server has no such route.
  func iiifRange(_ id: String, _ name: String) -> String {
    "\(base)/iiif/presentation/3/\(id)/range/\(name)"
  }
  /// The positions to which Readium's readers go by number.
  func webPubPositions(_ id: String) -> String { "\(base)/webpub/\(id)/positions.json" }

  /// The entry point of readers.
  var opds1Root: String { "\(base)/opds/1.2/root.xml" }
  /// A page of a catalog, from 1.
  func opds1(_ list: CatalogList, page: Int = 1) -> String {
    "\(list.isSearch ? opds1Search : opds1Catalog())?\(list.query("q", page: page))"
  }
  func opds2(_ list: CatalogList, page: Int = 1) -> String {
    "\(list.isSearch ? opds2Search : opds2Catalog())?\(list.query("query", page: page))"
  }
}
