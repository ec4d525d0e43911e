import RectoJSON
import RectoPageModel

/// The shelf as a collection (Presentation API 3.0, 5.1). The API has no pages of collections: of a
/// large shelf it is a collection of parts, each a collection as well.
struct CollectionDocument: JSONRepresentable, Sendable {
  /// The content of a collection.
  enum Content: Sendable {
    case parts([Part])
    case publications([CatalogEntry])
  }

  /// A part of a large shelf.
  struct Part: Sendable {
    /// From 1.
    let number: Int
    let label: String
  }

  let content: Content
  /// The part; nil for the whole shelf.
  let part: Part?
  let links: SiteLinks

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("@context", LinkedData.presentation)
      json.member("id", links.iiifCollection(part?.number))
      json.member("type", "Collection")
      json.member(
        "label", part.map { LanguageMap($0.label) } ?? LanguageMap.english("All publications"))
      if part != nil {
        json.key("partOf")
        json.array([links.iiifCollection()]) { json, id in
          json.object { json in
            json.member("id", id)
            json.member("type", "Collection")
          }
        }
      }
      json.key("items")
      switch content {
      case .parts(let parts):
        json.array(parts) { json, part in
          json.object { json in
            json.member("id", links.iiifCollection(part.number))
            json.member("type", "Collection")
            json.member("label", LanguageMap(part.label))
          }
        }
      case .publications(let entries):
        json.array(entries) { json, entry in
          json.object { json in
            json.member("id", links.iiifManifest(entry.item.id))
            json.member("type", "Manifest")
            json.member(
              "label", LanguageMap(entry.title, language: entry.record?.info.metadata.language))
            json.key("thumbnail")
            json.array([
              entry.record.map { PageImageResource(coverOf: $0, links) }
                ?? PageImageResource(entry.item, 0, within: PageImageResource.thumbnail, links)
            ]) { $0.value($1) }
          }
        }
      }
    }
  }
}

extension CollectionDocument {
  /// The number of publications of a part, which are opened for their titles.
  static let partCount = 48

  /// The shelf, or a part of it, without the publications that cannot be opened.
  ///
  /// Throws 404 for a part that does not exist.
  init(_ number: Int?, of shelf: Shelf, _ links: SiteLinks) async throws(ServerError) {
    self.links = links
    let items = await shelf.items()
    let starts = Array(stride(from: 0, to: max(1, items.count), by: Self.partCount))
    func part(_ number: Int) -> Part {
      let start = starts[number - 1]
      let end = min(items.count, start + Self.partCount)
      let names = items.isEmpty ? "" : ": \(items[start].name) – \(items[end - 1].name)"
      return Part(number: number, label: "\(min(start + 1, end))–\(end)\(names)")
    }
    guard number ?? 1 <= starts.count else {
      throw .notFound("the collection has \(starts.count) parts")
    }
    self.part = number.map(part)
    guard number != nil || starts.count == 1 else {
      content = .parts((1...starts.count).map(part))
      return
    }
    let wanted = items.dropFirst(starts[(number ?? 1) - 1]).prefix(Self.partCount)
    let records = await shelf.records(Array(wanted), within: CatalogPage.patience)
    content = .publications(
      CatalogEntry.entries(wanted, records, on: shelf).filter { $0.problem == nil })
  }
}
