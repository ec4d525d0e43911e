import RectoJSON
import RectoPageModel

/// Writes a feed of OPDS 2.0. What OPDS has no name for stands in the properties of links: `sha256` and
/// `productID`.
struct OPDS2Writer {
  let catalog: PublishedCatalog
  let base: String

  static let mediaType = "application/opds+json"

  var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("metadata")
      json.object { json in
        json.member("title", catalog.title)
        json.optional("description", catalog.summary)
        json.member("modified", catalog.modified.iso8601)
        json.member("numberOfItems", catalog.entries.count)
      }
      json.key("links")
      json.array(["self", "start"]) { json, relation in
        json.object { json in
          json.member("rel", relation)
          json.member("href", base + "opds2.json")
          json.member("type", Self.mediaType)
        }
      }
      json.key("publications")
      json.array(catalog.entries) { json, entry in json.object { write(entry, to: &$0) } }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private func write(_ entry: PublishedCatalog.Entry, to json: inout JSONWriter) {
    let issue = entry.issue
    json.key("metadata")
    json.object { metadata(issue, entry.modified, &$0) }
    json.key("links")
    json.array(issue.content) { json, asset in json.object { link(asset, issue, &$0) } }
    let images = [(issue.cover, entry.coverSize), (issue.thumbnail, entry.thumbnailSize)]
      .compactMap { asset, size in asset.map { ($0, size) } }
    if !images.isEmpty {
      json.key("images")
      json.array(images) { json, image in
        json.object { json in
          self.asset(image.0, &json)
          if let sha256 = image.0.sha256 {
            json.key("properties")
            json.object { $0.member("sha256", sha256) }
          }
          if let size = image.1 {
            json.member("width", size.width)
            json.member("height", size.height)
          }
        }
      }
    }
    if !issue.contents.isEmpty, let content = issue.content.first {
      json.key("toc")
      json.array(issue.contents) { json, title in
        json.object { json in
          json.member("href", base + content.url)
          json.member("title", title)
        }
      }
    }
  }

  private func metadata(_ issue: Issue, _ modified: Timestamp, _ json: inout JSONWriter) {
    json.key("title")
    if issue.titles.isEmpty {
      json.value(issue.title)
    } else {
      var titles = issue.titles
      if issue.language.flatMap({ titles[$0] }) != issue.title { titles["und"] = issue.title }
      json.object { json in
        for (tag, title) in titles.sorted(by: { $0.key < $1.key }) {
          json.key(tag)
          json.value(title)
        }
      }
    }
    json.member("identifier", OPDSIdentifier.uri(issue.id))
    json.member("modified", modified.iso8601)
    json.optional("published", issue.date?.text)
    json.optional("language", issue.language)
    json.optional("description", issue.summary)
    json.lines("author", issue.authors)
    json.lines("subject", issue.subjects)
    guard let publication = issue.publication else { return }
    json.key("belongsTo")
    json.object { json in
      json.key("magazine")
      json.object { json in
        json.member("name", publication)
        guard let number = issue.number else { return }
        json.key("issue")
        json.object { json in
          json.member("name", number)
          json.member("position", Int(number.prefix { $0.isASCII && $0.isNumber }) ?? 0)
        }
      }
    }
  }

  private func link(_ asset: IssueAsset, _ issue: Issue, _ json: inout JSONWriter) {
    json.member("rel", issue.acquisitionRelation)
    self.asset(asset, &json)
    if let size = asset.size { json.member("size", size) }
    properties(asset, issue, &json)
  }

  private func asset(_ asset: IssueAsset, _ json: inout JSONWriter) {
    json.member("href", base + asset.url)
    json.optional("type", asset.mediaType)
  }

  private func properties(_ asset: IssueAsset, _ issue: Issue, _ json: inout JSONWriter) {
    json.key("properties")
    json.object { json in
      json.optional("sha256", asset.sha256)
      json.optional("productID", issue.productID)
      if let price = issue.price.flatMap({ IssuePrice($0) }) {
        json.key("price")
        json.object { json in
          json.member("currency", price.currency)
          json.member("value", price.amount)
        }
      }
    }
  }
}

extension Issue {
  /// The acquisition relation of OPDS; `buy` requires a price.
  var acquisitionRelation: String {
    if isFree { return OPDSLink.openAccess }
    return price == nil ? OPDSLink.subscribe : OPDSLink.buy
  }
}
