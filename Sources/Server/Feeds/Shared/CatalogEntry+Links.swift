import RectoJSON
import RectoPageModel
import RectoPluginKit

extension CatalogEntry {
  /// The relation of what anybody may have (OPDS 1.2, 5.2).
  static let openAccess = "http://opds-spec.org/acquisition/open-access"

  /// A way to get the whole publication.
  struct Acquisition: Sendable {
    let href: String
    let type: String
    let byteCount: Int?
  }

  /// An image of the cover, or of the first page.
  struct Cover: Sendable {
    let href: String
    /// Nil for a book, whose cover may have other proportions than its pages.
    let size: PixelSize?
  }

  /// On one line.
  var title: String {
    let title = DisplayText(record?.title ?? item.name).text
    return title.isEmpty ? item.id : title
  }

  /// The file, where it is one, and the manifest of its pages, unless it cannot be opened.
  func acquisitions(_ links: SiteLinks) -> [Acquisition] {
    var all: [Acquisition] = []
    if item.isFile {
      all.append(
        Acquisition(
          href: links.file(item.id), type: fileType, byteCount: item.byteCount))
    }
    if problem == nil {
      all.append(
        Acquisition(
          href: links.webPub(item.id), type: WebPubManifest.mediaType, byteCount: nil))
    }
    return all
  }

  /// The cover for a page of its own, and a small one; none where it cannot be shown.
  func covers(_ links: SiteLinks) -> [Cover] {
    guard let record, let page = record.firstPage else { return [] }
    return [(800, 1_200), (240, 360)].compactMap { width, height in
      StandardImage(page, width: width, height: height).map { image in
        Cover(
          href: links.cover(item.id, record.coverLayout, query: image.query),
          size: record.isLaidOut ? nil : image.size)
      }
    }
  }
}
