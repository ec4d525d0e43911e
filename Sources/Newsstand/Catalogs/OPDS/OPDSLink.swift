/// A link of a publication in a catalog of OPDS, of either version.
struct OPDSLink: Sendable, Hashable {
  var relations: [String]
  var href: String
  var mediaType: String?
  var size: String?
  var sha256: String?
  /// The price, as in `Issue.price`.
  var price: String?
  var productID: String?

  static let openAccess = "http://opds-spec.org/acquisition/open-access"
  static let buy = "http://opds-spec.org/acquisition/buy"
  static let subscribe = "http://opds-spec.org/acquisition/subscribe"
  static let image = "http://opds-spec.org/image"
  static let thumbnail = "http://opds-spec.org/image/thumbnail"

  /// The relations of free content.
  private static let free: Set = ["http://opds-spec.org/acquisition", openAccess]
  private static let paid: Set = [
    buy, subscribe, "http://opds-spec.org/acquisition/borrow",
  ]
  private static let partial: Set = [
    "http://opds-spec.org/acquisition/sample", "http://opds-spec.org/acquisition/preview",
    "preview",
  ]

  var isFree: Bool { relations.contains { Self.free.contains($0) } }
  var isPaid: Bool { relations.contains { Self.paid.contains($0) } }
  var isPartial: Bool { relations.contains { Self.partial.contains($0) } }
  var isAcquisition: Bool { isFree || isPaid }

  /// The rank of the link's format, lower being better: one of several forms of a publication is
  /// downloaded. Nil for a page that leads on, such as a shop's, and for licenses.
  var rank: Int? {
    let type = checkedMediaType(mediaType)
    switch type {
    case "application/pdf": return 0
    case "application/epub+zip": return 1
    case "application/vnd.comicbook+zip", "application/x-cbz", "application/zip": return 2
    case nil, "application/octet-stream": return 3
    case "text/html", "application/xhtml+xml", "application/atom+xml", "application/opds+json",
      "application/opds-publication+json", "application/vnd.adobe.adept+xml",
      "application/vnd.readium.lcp.license.v1.0+json":
      return nil
    default: return 4
    }
  }

  /// The linked file, without a size that is not one. Throws `badCatalog`.
  func asset(
    _ base: CatalogBase, _ what: String, _ warnings: EntryWarnings
  ) throws(NewsstandError) -> IssueAsset {
    var asset = IssueAsset(url: try base.url(href, what))
    asset.mediaType = checkedMediaType(mediaType)
    if let size {
      asset.size = warnings.optional { () throws(NewsstandError) in try checkedSize(size) }
    }
    asset.sha256 = try sha256.map { text throws(NewsstandError) in try checkedDigest(text) }
    return asset
  }
}

extension Issue {
  /// Fills in what the links of a publication say of how to get it. Throws `badCatalog`.
  mutating func setContent(
    _ links: [OPDSLink], base: CatalogBase, _ warnings: EntryWarnings
  ) throws(NewsstandError) {
    let acquisitions = links.filter(\.isAcquisition)
    guard !acquisitions.isEmpty else {
      throw NewsstandError(.badCatalog, "it has no link to download it")
    }
    let free = acquisitions.filter(\.isFree).filter { $0.rank != nil }
    let ranked = (free.isEmpty ? acquisitions : free).enumerated().compactMap { place, link in
      link.rank.map { (rank: $0, place: place, link: link) }
    }
    isFree = !free.isEmpty
    if let best = ranked.min(by: { ($0.rank, $0.place) < ($1.rank, $1.place) }) {
      content = [try best.link.asset(base, "its link", warnings)]
    }
    price = acquisitions.lazy.compactMap(\.price).first
    productID = acquisitions.lazy.compactMap(\.productID).first
    for link in links where link.isPartial && link.rank != nil && previews.count < 100 {
      let preview = warnings.optional { () throws(NewsstandError) in
        try link.asset(base, "its preview", warnings)
      }
      if let preview { previews.append(preview) }
    }
  }
}
