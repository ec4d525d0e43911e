import RectoJSON
import RectoPageModel

/// A publication in a catalog of OPDS 2.0: its metadata, links to it, and its cover.
struct OPDS2Publication: JSONRepresentable, Sendable {
  let entry: CatalogEntry
  let links: SiteLinks

  func write(to json: inout JSONWriter) {
    let id = entry.item.id
    json.object { json in
      json.key("metadata")
      if let record = entry.record {
        json.value(
          WebPubMetadata(
            record: record, pageCount: record.isPageCountEstimated ? 0 : record.pageCount,
            identifier: links.webPub(id)))
      } else {
        json.object { json in
          json.member("title", entry.title)
          json.member("identifier", links.webPub(id))
          json.member("modified", entry.item.modified.iso8601)
          json.optional("description", entry.problem)
        }
      }
      json.key("links")
      json.array(entry.acquisitions(links)) { json, link in
        json.value(
          WebPubLink(
            href: link.href, type: link.type, relations: [CatalogEntry.openAccess],
            byteCount: link.byteCount))
      }
      let covers = entry.covers(links)
      if !covers.isEmpty {
        json.key("images")
        json.array(covers) { json, cover in
          json.value(WebPubLink(href: cover.href, type: "image/jpeg", size: cover.size))
        }
      }
    }
  }
}
