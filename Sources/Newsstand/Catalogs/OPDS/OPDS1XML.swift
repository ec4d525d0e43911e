import RectoMarkup
import RectoPageModel

extension XMLElement {
  /// The text of the first element of that name as a line; nil if there is none.
  func line(_ name: String) -> String? { shownLine(child(name)?.atomText) }

  /// A text construct of Atom (RFC 4287, 3.1) without its markup.
  var atomText: String {
    guard attribute("type") == "html" else { return text }
    let content = try? XMLDocument(FileBytes(Array(text.utf8)), as: .html).withRoot { $0.text }
    return content ?? text
  }

  /// The links of a feed or an entry that have an address.
  var opdsLinks: [OPDSLink] { children(named: "link").prefix(200).compactMap { OPDSLink($0) } }
}

extension OPDSLink {
  fileprivate init?(_ link: XMLElement) {
    guard let href = link.attribute("href")?.trimmed else { return nil }
    let sha256 = link.children(named: "hash")
      .first { $0.attribute("type")?.lowercased() == "sha-256" }?.text.trimmed
    let price = link.child("price")
    self.init(
      relations: [link.attribute("rel") ?? "alternate"], href: href,
      mediaType: link.attribute("type"),
      // Atom's lengths are hints (RFC 4287, 4.2.7.6); beside a digest (RFC 5854) one is a promise.
      size: sha256 == nil ? nil : link.attribute("length"), sha256: sha256,
      price: price.flatMap { price in
        price.attribute("currencycode").flatMap { shownLine("\(price.text.trimmed) \($0)") }
      }, productID: nil)
  }

  /// True if it leads to another feed.
  var leadsToFeed: Bool {
    guard let type = mediaType?.lowercased(), type.hasPrefix("application/atom+xml") else {
      return false
    }
    return !type.contains("type=entry") && !relations.contains("alternate")
  }

  /// True if it leads to a feed of publications. Feeds of feeds are not followed.
  var leadsToIssues: Bool {
    leadsToFeed && mediaType?.lowercased().contains("kind=navigation") != true
  }
}
