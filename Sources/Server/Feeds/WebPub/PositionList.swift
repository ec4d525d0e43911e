import RectoJSON
import RectoPageModel

/// The pages as places with numbers (Readium architecture, positions list): one a page.
struct PositionList: JSONRepresentable, Sendable {
  private let pages: [WebPubLink]

  static let mediaType = "application/vnd.readium.position-list+json"

  /// The positions of a manifest's reading order.
  init(_ manifest: WebPubManifest) {
    pages = manifest.readingOrder
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("total", pages.count)
      json.key("positions")
      json.array(pages.enumerated()) { json, page in
        var locator = Locator(href: page.element.href, mediaType: page.element.type)
        locator.title = page.element.title
        locator.progression = 0
        locator.position = page.offset + 1
        locator.totalProgression = Double(page.offset) / Double(pages.count)
        json.value(locator)
      }
    }
  }
}
