import RectoPageModel
import RectoPipeline

/// Writes an acquisition feed of OPDS 1.2. Publication and number are those of PRISM, which magazines
/// use in Atom; digests those of Metalink (RFC 5854).
struct OPDS1Writer {
  let catalog: PublishedCatalog
  let base: String

  static let mediaType = "application/atom+xml;profile=opds-catalog;kind=acquisition"

  private static let namespaces: KeyValuePairs<String, String?> = [
    "xmlns": "http://www.w3.org/2005/Atom", "xmlns:dcterms": "http://purl.org/dc/terms/",
    "xmlns:opds": "http://opds-spec.org/2010/catalog",
    "xmlns:prism": "http://prismstandard.org/namespaces/basic/2.1/",
    "xmlns:metalink": "urn:ietf:params:xml:ns:metalink",
  ]

  var bytes: [UInt8] {
    var xml = XMLWriter()
    xml.element("feed", Self.namespaces) { xml in
      // Without an address it is named by its title, which rarely changes.
      xml.element(
        "id", [:],
        base.isEmpty ? "urn:recto:catalog:\(digest(of: catalog.title))" : base + "opds.xml")
      xml.element("title", [:], catalog.title)
      if let summary = catalog.summary { xml.element("subtitle", [:], summary) }
      xml.element("updated", [:], catalog.modified.iso8601)
      xml.element("author") { $0.element("name", [:], catalog.title) }
      for relation in ["self", "start"] {
        xml.element(
          "link", ["rel": relation, "href": base + "opds.xml", "type": Self.mediaType])
      }
      for entry in catalog.entries { xml.element("entry") { write(entry, to: &$0) } }
    }
    return Array(xml.text.utf8)
  }

  private func write(_ entry: PublishedCatalog.Entry, to xml: inout XMLWriter) {
    let issue = entry.issue
    xml.element("title", [:], issue.title)
    xml.element("id", [:], OPDSIdentifier.uri(issue.id))
    xml.element("updated", [:], entry.modified.iso8601)
    for author in issue.authors { xml.element("author") { $0.element("name", [:], author) } }
    text("dcterms:language", issue.language, &xml)
    text("dcterms:issued", issue.date?.text, &xml)
    text("prism:publicationName", issue.publication, &xml)
    text("prism:number", issue.number, &xml)
    text("prism:productCode", issue.productID, &xml)
    for subject in issue.subjects {
      xml.element("category", ["term": subject, "label": subject])
    }
    for title in issue.contents { xml.element("dcterms:tableOfContents", [:], title) }
    if let summary = issue.summary { xml.element("summary", ["type": "text"], summary) }
    for asset in issue.content {
      // An entry has a content or an alternate (RFC 4287, 4.1.2).
      xml.element(
        "link", ["rel": "alternate", "href": base + asset.url, "type": asset.mediaType])
      link(asset, issue.acquisitionRelation, issue.price.flatMap { IssuePrice($0) }, &xml)
    }
    if let cover = issue.cover { link(cover, OPDSLink.image, nil, &xml) }
    if let thumbnail = issue.thumbnail { link(thumbnail, OPDSLink.thumbnail, nil, &xml) }
  }

  private func text(_ name: StaticString, _ text: String?, _ xml: inout XMLWriter) {
    if let text { xml.element(name, [:], text) }
  }

  private func link(
    _ asset: IssueAsset, _ relation: String, _ price: IssuePrice?, _ xml: inout XMLWriter
  ) {
    xml.element(
      "link",
      [
        "rel": relation, "href": base + asset.url, "type": asset.mediaType,
        "length": asset.size.map(String.init),
      ]
    ) { xml in
      if let price {
        xml.element("opds:price", ["currencycode": price.currency], price.number)
      }
      if let sha256 = asset.sha256 { xml.element("metalink:hash", ["type": "sha-256"], sha256) }
    }
  }
}
