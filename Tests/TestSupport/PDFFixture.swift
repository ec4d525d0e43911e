/// A small PDF made by hand, plain and uncompressed.
///
/// Object 1 is the catalog, 2 the page tree, 3 Helvetica as `/F1`, 4 the information dictionary;
/// page `n`, from 0, is object `10 + 2 * n` and its content the one after. `objects` may have any
/// other number.
package struct PDFFixture {
  package struct Page {
    /// The content stream's operators.
    package var content: String
    /// More entries of the page's dictionary; the later of two alike counts.
    package var entries = ""
    /// More entries of its resources.
    package var resources = ""
    package var mediaBox = "[0 0 300 200]"

    package init(
      content: String, entries: String = "", resources: String = "",
      mediaBox: String = "[0 0 300 200]"
    ) {
      self.content = content
      self.entries = entries
      self.resources = resources
      self.mediaBox = mediaBox
    }
  }

  package var pages: [Page]
  /// More entries of the catalog and of the information dictionary.
  package var catalog = ""
  package var info = ""
  package var objects: [Int: String] = [:]

  package init(
    pages: [Page], catalog: String = "", info: String = "", objects: [Int: String] = [:]
  ) {
    self.pages = pages
    self.catalog = catalog
    self.info = info
    self.objects = objects
  }

  /// One page with this content.
  package init(
    _ content: String, entries: String = "", resources: String = "", catalog: String = "",
    objects: [Int: String] = [:]
  ) {
    self.init(
      pages: [Page(content: content, entries: entries, resources: resources)], catalog: catalog,
      objects: objects)
  }

  package static func stream(_ dictionary: String, _ content: String) -> String {
    "<< \(dictionary) /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"
  }

  package var bytes: [UInt8] {
    var all = objects
    let kids = pages.indices.map { "\(10 + 2 * $0) 0 R" }.joined(separator: " ")
    all[1] = "<< /Type /Catalog /Pages 2 0 R \(catalog) >>"
    all[2] = "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>"
    all[3] = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    all[4] = "<< \(info) >>"
    for (index, page) in pages.enumerated() {
      all[10 + 2 * index] =
        "<< /Type /Page /Parent 2 0 R /MediaBox \(page.mediaBox) /Contents \(11 + 2 * index) 0 R"
        + " /Resources << /Font << /F1 3 0 R /F2 5 0 R >> \(page.resources) >> \(page.entries) >>"
      all[11 + 2 * index] = Self.stream("", page.content)
    }
    return Self.file(all)
  }

  /// The header, the objects, and where each of them begins (ISO 32000-2, 7.5).
  private static func file(_ objects: [Int: String]) -> [UInt8] {
    let size = (objects.keys.max() ?? 0) + 1
    var text = "%PDF-1.7\n"
    var table = "xref\n0 \(size)\n0000000000 65535 f \n"
    for number in 1..<size {
      if let body = objects[number] {
        table += padded(text.utf8.count) + " 00000 n \n"
        text += "\(number) 0 obj\n\(body)\nendobj\n"
      } else {
        table += "0000000000 00000 f \n"
      }
    }
    let start = text.utf8.count
    text += table + "trailer\n<< /Size \(size) /Root 1 0 R /Info 4 0 R >>\n"
    return Array((text + "startxref\n\(start)\n%%EOF\n").utf8)
  }

  private static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: 10 - digits.count) + digits
  }
}
