import RectoJSON
import RectoPageModel

/// Writes `catalog.json` (catalog.schema.json). URLs are relative, wherever it will lie.
struct OwnCatalogWriter {
  let catalog: PublishedCatalog

  var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", 1)
      json.member("title", catalog.title)
      json.optional("summary", catalog.summary)
      json.member("modified", catalog.modified.iso8601)
      json.optional("subscriptionProductID", catalog.subscriptionProductID)
      json.optional("subscriptionPrice", catalog.subscriptionPrice)
      json.key("issues")
      json.array(catalog.entries) { json, entry in json.object { write(entry, to: &$0) } }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private func write(_ entry: PublishedCatalog.Entry, to json: inout JSONWriter) {
    let issue = entry.issue
    json.member("id", issue.id.text)
    json.member("title", issue.title)
    if !issue.titles.isEmpty {
      json.key("titles")
      json.object { json in
        for (tag, title) in issue.titles.sorted(by: { $0.key < $1.key }) {
          json.key(tag)
          json.value(title)
        }
      }
    }
    json.optional("publication", issue.publication)
    json.optional("number", issue.number)
    json.optional("date", issue.date?.text)
    json.member("modified", entry.modified.iso8601)
    json.member("source", entry.source)
    json.optional("summary", issue.summary)
    json.lines("authors", issue.authors)
    json.optional("language", issue.language)
    json.lines("subjects", issue.subjects)
    json.lines("contents", issue.contents)
    asset("cover", issue.cover, &json)
    asset("thumbnail", issue.thumbnail, &json)
    if let content = issue.content.first { json.members(of: content) }
    json.optional("price", issue.price)
    json.member("free", issue.isFree)
    json.optional("productID", issue.productID)
  }

  private func asset(_ name: StaticString, _ asset: IssueAsset?, _ json: inout JSONWriter) {
    guard let asset else { return }
    json.key(name)
    json.object { $0.members(of: asset) }
  }
}
