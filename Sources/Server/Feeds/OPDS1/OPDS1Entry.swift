import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoPluginKit

/// A publication in a catalog of OPDS 1.2: its metadata, links to it, its cover, and its pages one
/// by one for clients that stream them (OPDS-PSE).
struct OPDS1Entry: Sendable {
  let entry: CatalogEntry
  let links: SiteLinks

  func write(to xml: inout XMLWriter) {
    let id = entry.item.id
    xml.element("entry") { xml in
      xml.element("title", [:], entry.title)
      xml.element("id", [:], links.webPub(id))
      xml.element("updated", [:], entry.item.modified.iso8601)
      if let record = entry.record { facts(of: record, to: &xml) }
      // An entry has a content or an alternate (RFC 4287, 4.1.2).
      if let problem = entry.problem {
        xml.element("content", ["type": "text"], problem)
      } else {
        OPDS1.link("alternate", links.webPub(id), WebPubManifest.mediaType, &xml)
      }
      for link in entry.acquisitions(links) {
        xml.element(
          "link",
          [
            "rel": CatalogEntry.openAccess, "href": link.href, "type": link.type,
            "length": link.byteCount.map(String.init),
          ])
      }
      for (cover, relation) in zip(entry.covers(links), [OPDS1.image, OPDS1.thumbnail]) {
        OPDS1.link(relation, cover.href, "image/jpeg", &xml)
      }
      // A client asks for as many pages as it is told.
      if let record = entry.record, !record.isPageCountEstimated {
        xml.element(
          "link",
          [
            "rel": OPDS1.stream, "href": "\(links.pse(id))/{pageNumber}?width={maxWidth}",
            "type": "image/jpeg", "pse:count": "\(record.pageCount)",
          ])
      }
    }
  }

  private func facts(of record: PublicationRecord, to xml: inout XMLWriter) {
    let metadata = record.info.metadata
    for author in record.authorLines {
      xml.element("author") { $0.element("name", [:], author) }
    }
    if let language = LanguageTag(metadata.language) {
      xml.element("dcterms:language", [:], language.text)
    }
    if let created = metadata.created.flatMap(WebPubMetadata.date) {
      xml.element("dcterms:issued", [:], created)
    }
    xml.element(
      "dcterms:extent", [:],
      (record.isPageCountEstimated ? "about " : "")
        + (record.pageCount == 1 ? "1 page" : "\(record.pageCount) pages"))
    for keyword in record.keywords {
      xml.element("category", ["term": keyword, "label": keyword])
    }
    let summary = DisplayText(metadata.subject ?? "", maximumCount: 2_000).text
    if !summary.isEmpty { xml.element("summary", ["type": "text"], summary) }
  }
}
