import RectoPageModel

extension PDFBackend {
  /// Opens and renders a built-in page, so that Poppler's tables, the font configuration and
  /// Cairo's state are initialized.
  public func preload() {
    let source = Source(path: "preload.pdf", content: .file(FileBytes(Self.firstPage)))
    guard let publication = try? open(source, options: OpenOptions()),
      let page = try? publication.page(at: 0),
      let grid = try? PixelGrid(page: page.size, rotation: .none, request: RenderRequest())
    else { return }
    try? page.paint(RenderRequest(), on: grid, into: Bitmap(size: grid.size))
  }

  /// A PDF with one letter in a font that is not embedded (ISO 32000-2, 9.6.2.2).
  private static var firstPage: [UInt8] {
    let content = "BT /F 12 Tf 2 2 Td (a) Tj ET"
    let objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 16 16]/Contents 4 0 R"
        + "/Resources<</Font<</F 5 0 R>>>>>>",
      "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    var file = "%PDF-1.4\n"
    var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      let digits = String(file.utf8.count)
      table += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
      file += "\(index + 1) 0 obj\(object)endobj\n"
    }
    let start = file.utf8.count
    file += table + "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\n"
    return Array((file + "startxref\n\(start)\n%%EOF\n").utf8)
  }
}
