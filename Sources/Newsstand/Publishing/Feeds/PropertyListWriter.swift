import RectoPageModel
import RectoPipeline

/// Writes the property list of Newsstand apps. A value that they name differently has both names
/// there.
struct PropertyListWriter {
  let catalog: PublishedCatalog
  let base: String

  var bytes: [UInt8] {
    var xml = XMLWriter()
    xml.element("plist", ["version": "1.0"]) { xml in
      xml.element("array") { xml in
        for entry in catalog.entries { xml.element("dict") { write(entry.issue, to: &$0) } }
      }
    }
    return Array(xml.text.utf8)
  }

  private func write(_ issue: Issue, to xml: inout XMLWriter) {
    text("ID", issue.id.text, &xml)
    text("Name", issue.id.text, &xml)
    text("Title", issue.title, &xml)
    text("Publication", issue.publication, &xml)
    text("Number", issue.number, &xml)
    date("Release date", issue.date, &xml)
    date("Date", issue.date, &xml)
    text("Summary", issue.summary, &xml)
    list("Authors", issue.authors, &xml)
    text("Language", issue.language, &xml)
    list("Subjects", issue.subjects, &xml)
    list("Contents", issue.contents, &xml)
    asset("Cover", issue.cover, &xml)
    asset("Thumbnail", issue.thumbnail, &xml)
    if let content = issue.content.first {
      text("Download URL", base + content.url, &xml)
      text("Content", base + content.url, &xml)
      text("Type", content.mediaType, &xml)
      if let size = content.size {
        xml.element("key", [:], "Size")
        xml.element("integer", [:], "\(size)")
      }
      text("SHA256", content.sha256, &xml)
    }
    text("Price", issue.price, &xml)
    text("Product ID", issue.productID, &xml)
    xml.element("key", [:], "Free")
    if issue.isFree { xml.element("true") } else { xml.element("false") }
  }

  private func text(_ key: String, _ text: String?, _ xml: inout XMLWriter) {
    guard let text else { return }
    xml.element("key", [:], key)
    xml.element("string", [:], text)
  }

  private func list(_ key: String, _ texts: [String], _ xml: inout XMLWriter) {
    guard !texts.isEmpty else { return }
    xml.element("key", [:], key)
    xml.element("array") { xml in for text in texts { xml.element("string", [:], text) } }
  }

  /// Writes both names of the URL, and the promised properties of its file.
  private func asset(_ key: String, _ asset: IssueAsset?, _ xml: inout XMLWriter) {
    guard let asset else { return }
    text("\(key) URL", base + asset.url, &xml)
    text(key, base + asset.url, &xml)
  }

  /// Property lists have no days, months or years: a day is its midnight in UTC, and less precise
  /// dates are text.
  private func date(_ key: String, _ date: IssueDate?, _ xml: inout XMLWriter) {
    guard let date else { return }
    xml.element("key", [:], key)
    switch date.text.utf8.count {
    case 10: xml.element("date", [:], "\(date.text)T00:00:00Z")
    case 20: xml.element("date", [:], date.text)
    default: xml.element("string", [:], date.text)
    }
  }
}
