import RectoPageModel

/// The URLs of the site, each made at this one place. Page indices are from 0.
struct SiteLinks: Sendable {
  /// The common beginning of all links, without a slash at its end.
  let base: String

  // MARK: The JSON API

  var publications: String { "\(base)/api/1/publications" }
  func publication(_ id: String) -> String { "\(publications)/\(id)" }
  func page(_ id: String, _ index: Int) -> String { "\(publication(id))/pages/\(index)" }

  /// The image of a page; `query` stands behind the `?`, such as `width=320`.
  func pageImage(_ id: String, _ index: Int, _ format: String = "jpg", query: String = "") -> String
  {
    "\(page(id, index))/image.\(format)\(query.isEmpty ? "" : "?\(query)")"
  }

  /// The first page of a layout, `width` pixels wide.
  func cover(_ id: String, _ layout: LayoutOptions, width: Int = 320) -> String {
    cover(id, layout, query: "width=\(width)")
  }

  func cover(_ id: String, _ layout: LayoutOptions, query: String) -> String {
    pageImage(id, 0, query: [query, layout.query].filter { !$0.isEmpty }.joined(separator: "&"))
  }

  /// A sound or film of a page of a layout.
  func media(_ id: String, _ layout: LayoutOptions, page: Int, _ index: Int) -> String {
    let query = layout.query
    return "\(publication(id))/media/\(page)/\(index)\(query.isEmpty ? "" : "?\(query)")"
  }

  /// The source file itself.
  func file(_ id: String) -> String { "\(base)/files/\(id)" }

  func issueCover(_ key: String) -> String { "\(base)/api/1/newsstand/issues/\(key)/cover" }

  // MARK: IIIF

  /// The image service's own URI: `/info.json` and `/full/max/0/default.jpg` stand behind it.
  func iiifImage(_ id: String, _ page: Int) -> String { "\(base)/iiif/image/3/\(id)%3A\(page)" }
  /// A whole page, no wider and no higher than `side` pixels.
  func iiifThumbnail(_ id: String, _ page: Int, side: Int) -> String {
    "\(iiifImage(id, page))/full/!\(side),\(side)/0/default.jpg"
  }
  func iiifCollection(_ page: Int? = nil) -> String {
    "\(base)/iiif/presentation/3/collection.json" + (page.map { "?page=\($0)" } ?? "")
  }
  func iiifManifest(_ id: String) -> String { "\(base)/iiif/presentation/3/\(id)/manifest.json" }
  func iiifCanvas(_ id: String, _ page: Int) -> String {
    "\(base)/iiif/presentation/3/\(id)/canvas/\(page)"
  }
  /// `kind` is `links` or `lines`.
  func iiifAnnotations(_ id: String, _ page: Int, _ kind: String) -> String {
    "\(base)/iiif/presentation/3/\(id)/annotations/\(page)/\(kind).json"
  }
  func contentSearch1(_ id: String) -> String { "\(base)/iiif/search/1/\(id)" }
  func contentSearch2(_ id: String) -> String { "\(base)/iiif/search/2/\(id)" }

  // MARK: Feeds

  func webPub(_ id: String) -> String { "\(base)/webpub/\(id)/manifest.json" }
  func opds2Catalog(_ page: Int? = nil) -> String {
    "\(base)/opds/2/catalog.json" + (page.map { "?page=\($0)" } ?? "")
  }
  var opds2Search: String { "\(base)/opds/2/search.json" }
  func opds1Catalog(_ page: Int? = nil) -> String {
    "\(base)/opds/1.2/catalog.xml" + (page.map { "?page=\($0)" } ?? "")
  }
  var opds1Search: String { "\(base)/opds/1.2/search.xml" }
  var opds1Description: String { "\(base)/opds/1.2/opensearch.xml" }
  /// Page streaming: `/{page}?width=` stands behind it.
  func pse(_ id: String) -> String { "\(base)/opds/pse/\(id)" }

  // MARK: Texts

  /// `form` is `alto.xml`, `hocr` or `txt`.
  func text(_ id: String, _ page: Int, _ form: String) -> String {
    "\(base)/text/\(id)/\(page).\(form)"
  }

  // MARK: The reader

  /// The shelf in a browser.
  var reader: String { "\(base)/" }
}

extension LayoutOptions {
  /// The items of a query that lay a publication out so; empty for its own layout.
  var query: String {
    var items: [String] = []
    if let pageSize { items.append("page-size=\(pageSize.width)x\(pageSize.height)") }
    if fontScale != 1 { items.append("font-scale=\(fontScale)") }
    if let margin { items.append("margin=\(margin)") }
    if let theme { items.append("theme=\(Locator.href(ofPath: theme))") }
    for setting in ReaderStyle.Setting.allCases {
      guard let value = style.text(of: setting) else { continue }
      items.append("\(setting.rawValue)=\(Locator.href(ofPath: value))")
    }
    if let excerpt { items.append("excerpt=\(Locator.href(ofPath: excerpt))") }
    return items.joined(separator: "&")
  }
}
