import PDFBackend
import PageModel

/// A small PDF made by hand, plain and uncompressed.
///
/// Object 1 is the catalog, 2 the page tree, 3 Helvetica as `/F1`, 4 the information dictionary;
/// page `n`, from 0, is object `10 + 2 * n` and its content the one after. `objects` may have any
/// other number.
struct PDFFixture {
  struct Page {
    /// The content stream's operators.
    var content: String
    /// More entries of the page's dictionary; the later of two alike counts.
    var entries = ""
    /// More entries of its resources.
    var resources = ""
    var mediaBox = "[0 0 300 200]"
  }

  var pages: [Page]
  /// More entries of the catalog and of the information dictionary.
  var catalog = ""
  var info = ""
  var objects: [Int: String] = [:]

  init(
    pages: [Page], catalog: String = "", info: String = "", objects: [Int: String] = [:]
  ) {
    self.pages = pages
    self.catalog = catalog
    self.info = info
    self.objects = objects
  }

  /// One page with this content.
  init(
    _ content: String, entries: String = "", resources: String = "", catalog: String = "",
    objects: [Int: String] = [:]
  ) {
    self.init(
      pages: [Page(content: content, entries: entries, resources: resources)], catalog: catalog,
      objects: objects)
  }

  static func stream(_ dictionary: String, _ content: String) -> String {
    "<< \(dictionary) /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"
  }

  var bytes: [UInt8] {
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

func open(_ bytes: [UInt8], password: String? = nil) throws(PageError) -> any Publication {
  try PDFBackend().open(
    Source(path: "fixture.pdf", content: .file(FileBytes(bytes))),
    options: OpenOptions(password: password))
}

func open(_ fixture: PDFFixture) throws(PageError) -> any Publication {
  try open(fixture.bytes)
}

/// The first page of a fixture that has one.
func page(_ fixture: PDFFixture) throws(PageError) -> any Page {
  try open(fixture).page(at: 0)
}

/// The error that was thrown.
func pageError(_ body: () throws(PageError) -> Void) -> PageError? {
  do throws(PageError) {
    try body()
    return nil
  } catch { return error }
}

func open(folder path: String) throws(PageError) -> any Publication {
  try PDFBackend().open(
    Source(path: path, content: .folder(entries: ["a.pdf"])), options: OpenOptions())
}
