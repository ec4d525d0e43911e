import RectoHTTP
import RectoJSON
import RectoPageModel

/// `/api/1/publications`: the items of the shelf, in parts.
struct PublicationList: Sendable {
  private let call: RequestContext
  private let shelf: Shelf

  init(_ call: RequestContext, _ shelf: Shelf) {
    self.call = call
    self.shelf = shelf
  }

  /// `{"total","offset","publications":[…]}`
  func response() async throws -> HTTPResponse {
    let offset = try call.query.integer("offset", in: 0...1_000_000) ?? 0
    let limit = try call.query.integer("limit", in: 1...200) ?? 50
    let query = try call.query.text("q") ?? ""
    let items = await query.isEmpty ? shelf.items() : shelf.search(query)
    let part = Array(items.dropFirst(offset).prefix(limit))
    let entries = zip(part, await shelf.records(part)).map {
      PublicationEntry(item: $0, result: $1)
    }
    return call.json { json in
      json.object { json in
        json.member("total", items.count)
        json.member("offset", offset)
        json.key("publications")
        json.array(entries) { $1.write(to: &$0, call.localLinks) }
      }
    }
  }
}

/// One publication in the list.
private struct PublicationEntry {
  let item: ShelfItem
  /// Nil where it has not been opened yet.
  let result: Result<PublicationRecord, PageError>?

  func write(to json: inout JSONWriter, _ links: SiteLinks) {
    json.object { json in
      json.member("id", item.id)
      switch result {
      case .success(let record): write(record, to: &json, links)
      case .failure(let error):
        json.member("title", item.name)
        json.member("error", error.message)
        json.member("code", error.code.rawValue)
      case nil:
        json.member("title", item.name)
        json.member("pending", true)
      }
      if let byteCount = item.byteCount { json.member("byteCount", byteCount) }
      json.member("modified", item.modified.iso8601)
    }
  }

  private func write(_ record: PublicationRecord, to json: inout JSONWriter, _ links: SiteLinks) {
    json.member("title", record.title)
    json.optional("titleDirection", record.titleDirection?.rawValue)
    json.key("authors")
    json.array(record.authors) { $0.value($1) }
    json.optional("authorDirection", record.info.metadata.authorDirection?.rawValue)
    json.optional("language", record.info.metadata.language)
    json.member("format", record.info.format)
    json.member("pageCount", record.pageCount)
    if record.isPageCountEstimated { json.member("pageCountIsEstimated", true) }
    json.member("direction", record.info.direction.rawValue)
    json.member("reflowable", record.info.isReflowable)
    if record.pageCount > 0 { json.member("cover", links.cover(item.id, record.coverLayout)) }
    if let aspect = record.aspect { json.member("aspect", aspect) }
  }
}
