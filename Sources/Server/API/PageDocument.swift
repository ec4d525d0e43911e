import RectoHTTP
import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoRaster

/// `/api/1/publications/{id}/pages/{n}`: all of a page but its image and its text.
struct PageDocument: Sendable {
  private let call: PublicationCall
  private let page: Int

  init(_ call: PublicationCall, page: Int) {
    self.call = call
    self.page = page
  }

  func response() async throws -> HTTPResponse {
    let publication = call.publication
    let facts = try await call.context.images.geometry.facts(ofPage: page, in: publication)
    let (links, media, annotations, locator) = try await call.reading {
      () async throws(PageError) in
      (
        try await publication.links(ofPage: page), try await publication.media(ofPage: page),
        try await publication.annotations(ofPage: page),
        try await publication.locator(ofPage: page)
      )
    }
    let placed = PlacedMedia(call, page: page)
    // The standard image: `image.jpg` without anything behind it.
    let standard = try call.context.images.limits.reduce(
      RenderRequest().reducible, page: facts.size, rotation: facts.rotation)
    let key = publication.imageKey(of: .page(page), standard, EncodeOptions(format: .jpeg))
    // A thousandth of a long chapter is several pages.
    return call.call.json(isExact: true) { json in
      json.object { json in
        json.members(of: facts)
        json.key("locator")
        json.value(locator)
        json.key("links")
        json.array(links) { $0.value($1) }
        json.key("media")
        json.array(media.enumerated()) { placed.write($1.element, at: $1.offset, to: &$0) }
        json.key("annotations")
        json.array(annotations) { $0.value($1) }
        json.optional("hash", key?.hex)
      }
    }
  }
}
