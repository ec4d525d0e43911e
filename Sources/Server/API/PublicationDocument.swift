import RectoHTTP
import RectoJSON
import RectoPageModel
import RectoPipeline

/// `/api/1/publications/{id}`: the content of `recto info --json`, and more for reader front ends.
struct PublicationDocument: Sendable {
  private let call: PublicationCall

  init(_ call: PublicationCall) {
    self.call = call
  }

  func response() async throws -> HTTPResponse {
    let publication = call.publication
    let (pages, spreads) = try await call.reading { () async throws(PageError) in
      var pages: [PageFacts] = []
      for await element in publication.inOrder(
        0..<publication.pageCount,
        { page throws(PageError) in try await publication.facts(ofPage: page) })
      {
        // A page that cannot be read is missing in the list, as it is in `recto info`.
        if let facts = try element.result.ofReadablePage() { pages.append(facts) }
      }
      return (pages, try await publication.spreads())
    }
    let info = try await publication.info
    let parts = await call.context.shelf.parts(of: call.item)
    return call.call.json { json in
      json.object { json in
        json.member("id", call.item.id)
        json.member("source", call.item.name)
        json.optional("title", call.item.catalogTitle)
        write(info, to: &json)
        json.key("pages")
        json.array(pages) { $0.value($1) }
        json.key("spreads")
        json.array(spreads) { json, spread in
          json.array([spread.left, spread.right].compactMap { $0 }) { $0.value($1) }
        }
        if info.isReflowable {
          json.member("layout", info.isExcerpt ? call.layout : call.layout.withoutExcerpt)
          json.key("themes")
          json.array(ReaderTheme.allCases) { $0.value($1.rawValue) }
        }
        if call.item.isFile {
          json.member("fileURL", call.call.localLinks.file(call.item.id))
        }
        if !parts.isEmpty {
          json.key("parts")
          json.array(parts) { write(part: $1, to: &$0) }
        }
        json.optional("digest", publication.sourceDigest)
      }
    }
  }

  /// Another file of the issue: a sound or a film is played, anything else is a publication of that id.
  private func write(part: ShelfItem, to json: inout JSONWriter) {
    json.object { json in
      let type = call.context.shelf.mediaType(of: part)
      json.member("id", part.id)
      json.member("title", part.name)
      json.member("type", type)
      json.member("fileURL", call.call.localLinks.file(part.id))
    }
  }

  private func write(_ info: PublicationInfo, to json: inout JSONWriter) {
    json.key("backend")
    json.object { json in
      json.member("id", call.publication.backend.id)
      json.member("version", call.publication.backend.version)
    }
    PublicationFacts(
      info: info, pageCount: call.publication.pageCount,
      pageCountIsEstimated: call.publication.isPageCountEstimated ? true : nil
    ).writeMembers(to: &json)
  }
}
