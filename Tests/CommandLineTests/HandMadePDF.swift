/// Small PDF files (ISO 32000-1) written out by hand, to have pages of any kind.
struct HandMadePDF {
  struct Page {
    var width = 100.0
    var height = 200.0
    /// Operators of the content stream.
    var content = ""
    /// More entries of the page dictionary.
    var entries = ""
    var resources = "<< >>"
  }

  var pages: [Page]
  /// More entries of the catalog.
  var catalogEntries = ""
  /// Objects behind the pages; the first has the number `firstExtra`.
  var extraObjects: [String] = []

  var firstExtra: Int { 3 + 2 * pages.count }

  init(_ pages: [Page]) {
    self.pages = pages
  }

  /// White pages with a black square of 50 points in the top left corner.
  init(squares count: Int, width: Double = 100, height: Double = 200) {
    let page = Page(
      width: width, height: height, content: "0 0 0 rg 0 \(height - 50) 50 50 re f")
    pages = Array(repeating: page, count: count)
  }

  var bytes: [UInt8] {
    let kids = pages.indices.map { "\(3 + 2 * $0) 0 R" }.joined(separator: " ")
    var objects = [
      "<< /Type /Catalog /Pages 2 0 R \(catalogEntries) >>",
      "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>",
    ]
    for (index, page) in pages.enumerated() {
      objects.append(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(page.width) \(page.height)]"
          + " /Resources \(page.resources) /Contents \(4 + 2 * index) 0 R \(page.entries) >>")
      objects.append(
        "<< /Length \(page.content.utf8.count) >>\nstream\n\(page.content)\nendstream")
    }
    return Self.file(objects + extraObjects)
  }

  /// A page that saves `states` graphics states of about a KiB each, and restores none.
  static func greedy(states: Int) -> HandMadePDF {
    HandMadePDF([Page(content: String(repeating: "q ", count: states))])
  }

  /// A page whose form draws another ten times, and so on: 10 to the power of `levels` lines.
  static func nested(levels: Int) -> [UInt8] {
    var file = HandMadePDF([Page(content: "/F0 Do")])
    let first = file.firstExtra
    let resources =
      "/Resources << /XObject << "
      + (0...levels).map { "/F\($0) \(first + $0) 0 R" }.joined(separator: " ") + " >> >>"
    file.pages[0].resources = String(resources.dropFirst("/Resources ".count))
    let contents =
      (1...levels).map { String(repeating: "/F\($0) Do ", count: 10) } + ["0 0 m 9 9 l S"]
    file.extraObjects = contents.map { content in
      "<< /Type /XObject /Subtype /Form /BBox [0 0 100 100] \(resources)"
        + " /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"
    }
    return file.bytes
  }

  /// A file of these objects, numbered from 1; the first is the catalog.
  static func file(_ objects: [String]) -> [UInt8] {
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = String(offset)
      text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n"
    return Array(text.utf8)
  }
}
