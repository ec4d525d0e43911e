import RectoJSON
import RectoPageModel

/// The image of a page, with the service that gives any part of it at any size, or of a cover.
struct PageImageResource: JSONRepresentable, Sendable {
  /// Pixels of the sides.
  static let screen = 1_600
  static let thumbnail = 320

  let id: String
  /// Nil for a cover apart from the pages.
  private let service: String?

  /// The whole page within a square of pixels: for clients that do not ask the service, since its
  /// largest image of a page that is drawn is larger than anybody wants to see at once.
  init(_ item: ShelfItem, _ page: Int, within side: Int, _ links: SiteLinks) {
    service = links.iiifImage(item.id, page)
    id = links.iiifThumbnail(item.id, page, side: side)
  }

  /// The cover of a publication, as small as a thumbnail: its first page, or a book's own picture.
  init(coverOf record: PublicationRecord, _ links: SiteLinks) {
    if record.isLaidOut {
      id = links.cover(record.item.id, record.coverLayout, width: Self.thumbnail)
      service = nil
    } else {
      id = links.iiifThumbnail(record.item.id, 0, side: Self.thumbnail)
      service = links.iiifImage(record.item.id, 0)
    }
  }

  /// No sizes: those of the service's `info.json` count, and finding them out takes a look at each
  /// page's pictures.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("type", "Image")
      json.member("format", "image/jpeg")
      guard let service else { return }
      json.key("service")
      json.array([service]) { json, service in
        json.object { json in
          json.member("id", service)
          json.member("type", "ImageService3")
          json.member("profile", "level2")
        }
      }
    }
  }
}
