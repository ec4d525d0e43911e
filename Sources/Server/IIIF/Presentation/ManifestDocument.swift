import RectoJSON
import RectoPageModel

/// A publication as a manifest (Presentation API 3.0, 5.2).
struct ManifestDocument: JSONRepresentable, Sendable {
  let record: PublicationRecord
  let pages: PageList
  let ranges: [CanvasRange]
  let links: SiteLinks

  func write(to json: inout JSONWriter) {
    let item = record.item.id
    json.object { json in
      json.key("@context")
      // That of the API itself has to be the last one.
      json.array([LinkedData.search2, LinkedData.presentation]) { $0.value($1) }
      json.member("id", links.iiifManifest(item))
      json.member("type", "Manifest")
      json.member("label", LanguageMap(record.title, language: record.info.metadata.language))
      json.member("metadata", ManifestMetadata(record: record))
      if let subject = record.info.metadata.subject, !subject.allSatisfy(\.isWhitespace) {
        json.member("summary", LanguageMap(subject, language: record.info.metadata.language))
      }
      json.key("behavior")
      json.array([behavior]) { $0.value($1) }
      json.member("viewingDirection", viewingDirection)
      json.key("thumbnail")
      json.array([PageImageResource(coverOf: record, links)]) { $0.value($1) }
      json.key("rendering")
      json.array(
        [LinkedResource(fileOf: record, links), LinkedResource(webPubOf: record, links)]
          .compactMap(\.self)
      ) { $0.value($1) }
      if record.has(.text) { services(to: &json) }
      json.key("partOf")
      json.array([links.iiifCollection()]) { json, id in
        json.object { json in
          json.member("id", id)
          json.member("type", "Collection")
        }
      }
      json.key("items")
      json.array(pages.entries) { json, page in
        json.value(CanvasDocument(page: page, record: record, links: links))
      }
      if !ranges.isEmpty {
        json.key("structures")
        json.array(ranges) { json, range in self.range(range, to: &json) }
      }
    }
  }

  private var behavior: String {
    if record.info.direction == .topToBottom { return "continuous" }
    return record.isPaged ? "paged" : "individuals"
  }

  private var viewingDirection: String {
    switch record.info.direction {
    case .leftToRight: "left-to-right"
    case .rightToLeft: "right-to-left"
    case .topToBottom: "top-to-bottom"
    }
  }

  /// The search of version 1 is of another model, and keeps its names (3.0, appendix on services).
  private func services(to json: inout JSONWriter) {
    json.key("service")
    json.array([1, 2]) { json, version in
      json.object { json in
        if version == 1 {
          json.member("@context", LinkedData.search1)
          json.member("@id", links.contentSearch1(record.item.id))
          json.member("@type", "SearchService1")
          json.member("profile", "http://iiif.io/api/search/1/search")
        } else {
          json.member("id", links.contentSearch2(record.item.id))
          json.member("type", "SearchService2")
        }
      }
    }
  }

  private func range(_ range: CanvasRange, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", links.iiifRange(record.item.id, range.name))
      json.member("type", "Range")
      json.member("label", LanguageMap(range.title, language: record.info.metadata.language))
      json.key("items")
      json.array(range.items) { json, item in
        switch item {
        case .page(let index):
          json.object { json in
            json.member("id", links.iiifCanvas(record.item.id, index))
            json.member("type", "Canvas")
          }
        case .range(let child): self.range(child, to: &json)
        }
      }
    }
  }
}

extension CanvasRange {
  fileprivate enum Item {
    case page(Int)
    case range(CanvasRange)
  }

  fileprivate var items: [Item] { pages.map { .page($0) } + children.map { .range($0) } }
}
