import RectoPipeline

/// Writes `info.xml` under the names that `readInfoXML` shows.
struct InfoXMLWriter {
  let catalog: PublishedCatalog
  let base: String

  var bytes: [UInt8] {
    var xml = XMLWriter()
    xml.element("magazine") { xml in
      xml.element("name", [:], catalog.title)
      text("description", catalog.summary, &xml)
      if let product = catalog.subscriptionProductID {
        xml.element("subscription") { xml in
          text("price", catalog.subscriptionPrice, &xml)
          text("product", product, &xml)
        }
      }
      xml.element("issues") { xml in
        for entry in catalog.entries { xml.element("issue") { write(entry.issue, to: &$0) } }
      }
    }
    return Array(xml.text.utf8)
  }

  private func write(_ issue: Issue, to xml: inout XMLWriter) {
    text("id", issue.id.text, &xml)
    text("number", issue.number, &xml)
    text("name", issue.title, &xml)
    text("publication", issue.publication, &xml)
    text("date", issue.date?.text, &xml)
    text("description", issue.summary, &xml)
    list("authors", issue.authors, &xml)
    text("language", issue.language, &xml)
    list("subjects", issue.subjects, &xml)
    list("contents", issue.contents, &xml)
    text("price", issue.price, &xml)
    text("product", issue.productID, &xml)
    text("free", issue.isFree ? "true" : "false", &xml)
    text("cover", issue.cover.map { base + $0.url }, &xml)
    text("thumbnail", issue.thumbnail.map { base + $0.url }, &xml)
    guard let content = issue.content.first else { return }
    text("zip", base + content.url, &xml)
    text("type", content.mediaType, &xml)
    text("size", content.size.map(String.init), &xml)
    text("sha256", content.sha256, &xml)
  }

  private func text(_ name: StaticString, _ text: String?, _ xml: inout XMLWriter) {
    if let text { xml.element(name, [:], text) }
  }

  private func list(_ name: StaticString, _ texts: [String], _ xml: inout XMLWriter) {
    guard !texts.isEmpty else { return }
    xml.element(name) { xml in for text in texts { xml.element("item", [:], text) } }
  }
}
