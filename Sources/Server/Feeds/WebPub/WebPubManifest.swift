import RectoJSON
import RectoPageModel
import RectoPipeline

/// A publication as a Readium Web Publication Manifest of the profile for images (Divina): its pages
/// in their order, with the table of contents.
///
/// A reflowable book is given in the requested layout as well; its file, which a reader may prefer
/// to lay out itself, is an alternate.
struct WebPubManifest: JSONRepresentable, Sendable {
  let record: PublicationRecord
  let pages: PageList
  let spreads: [Spread]
  let contents: [ContentsEntry]
  let layout: LayoutQuery
  let links: SiteLinks

  static let mediaType = "application/divina+json"
  /// The width of the cover's image, in pixels.
  private static let coverWidth = 800
  static let divina = "https://readium.org/webpub-manifest/profiles/divina"

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("@context", "https://readium.org/webpub-manifest/context.jsonld")
      json.member(
        "metadata",
        WebPubMetadata(
          record: record, pageCount: pages.entries.count,
          identifier: links.webPub(record.item.id), profile: Self.divina))
      json.key("links")
      json.array(manifestLinks) { $0.value($1) }
      json.key("readingOrder")
      json.array(readingOrder) { $0.value($1) }
      // A book's own cover is not one of its pages.
      if record.isLaidOut {
        json.key("resources")
        json.array([cover]) { $0.value($1) }
      }
      if !contents.isEmpty {
        json.key("toc")
        json.array(contents) { json, entry in self.entry(entry, to: &json) }
      }
    }
  }

  private var cover: WebPubLink {
    WebPubLink(
      href: links.cover(record.item.id, record.coverLayout, width: Self.coverWidth),
      type: "image/jpeg", relations: ["cover"])
  }

  /// The pages that can be shown.
  var readingOrder: [WebPubLink] {
    let places = Dictionary(
      spreads.flatMap { spread in
        [(spread.left, "left"), (spread.right, "right")].compactMap { page, side in
          page.map { ($0, spread.left == nil || spread.right == nil ? alone($0, side) : side) }
        }
      }, uniquingKeysWith: { first, _ in first })
    return pages.entries.compactMap { page in
      guard page.problem == nil, let image = StandardImage(page.facts) else { return nil }
      return WebPubLink(
        href: href(of: page.index, image), type: "image/jpeg",
        relations: page.index == 0 && !record.isLaidOut ? ["cover"] : [], title: page.facts.label,
        size: image.size,
        side: places[page.index])
    }
  }

  /// A page that lies alone is in the middle, unless it is the last one, whose side is known.
  private func alone(_ page: Int, _ side: String) -> String {
    page == pages.entries.count - 1 && page > 0
      && pages.entries[page].facts.spreadPosition != .alone ? side : "center"
  }

  private func href(of page: Int, _ image: StandardImage) -> String {
    links.pageImage(record.item.id, page, query: layout.added(to: image.query))
  }

  private var manifestLinks: [WebPubLink] {
    let id = record.item.id
    var all = [
      WebPubLink(
        href: layout.added(toURL: links.webPub(id)), type: Self.mediaType, relations: ["self"]),
      WebPubLink(
        href: layout.added(toURL: links.webPubPositions(id)), type: PositionList.mediaType,
        relations: ["http://readium.org/position-list"]),
      WebPubLink(
        href: links.iiifManifest(id),
        type: "application/ld+json;profile=\"\(LinkedData.presentation)\"",
        relations: ["alternate"]),
    ]
    if record.item.isFile {
      all.append(
        WebPubLink(
          href: links.file(id), type: record.mediaType, relations: ["alternate"],
          byteCount: record.item.byteCount))
    }
    return all
  }

  private func entry(_ entry: ContentsEntry, to json: inout JSONWriter) {
    json.object { json in
      // An entry without a target leads to the first of its children.
      let page = pages.entries[entry.firstPage]
      json.member(
        "href",
        StandardImage(page.facts).map { href(of: page.index, $0) } ?? links.webPub(record.item.id))
      json.member("type", "image/jpeg")
      json.member("title", entry.title)
      if !entry.children.isEmpty {
        json.key("children")
        json.array(entry.children) { json, child in self.entry(child, to: &json) }
      }
    }
  }
}
