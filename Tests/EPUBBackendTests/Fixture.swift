import Foundation
import RectoEPUBBackend
import RectoPageModel
import TestSupport

/// A book that is written here: its chapters in the order of their names.
struct Fixture {
  let publication: any Publication

  /// `overlay` adds attributes to the chapters' items. `chapters` are bodies, or drawings where they begin with `<svg`, by the name of their file without
  /// its extension; `items` further files of the folder of the package. `spine` adds properties to
  /// a chapter's reference, `spineAttributes` attributes to the spine; `manifest` and `references`
  /// are further items of it and of the spine, and `data` binary files.
  init(
    _ chapters: [String: String], items: [String: String] = [:], spine: [String: String] = [:],
    spineAttributes: String = "", contents: String = "", style: String = "",
    language: String = "en", metadata: String = "", manifest: String = "",
    references: String = "", data: [String: [UInt8]] = [:], overlay: String = "",
    layout: LayoutOptions = LayoutOptions(),
    layouts: (any LayoutStore)? = nil
  ) throws {
    let names = chapters.keys.sorted()
    var files = [
      "mimetype": "application/epub+zip",
      "META-INF/container.xml": """
      <?xml version="1.0"?><container version="1.0"
      xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile
      full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
      """,
      "book/package.opf": """
      <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"
      unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:identifier id="id">fixture</dc:identifier><dc:title>Tides</dc:title>
      <dc:language>\(language)</dc:language>\(metadata)</metadata><manifest>
      <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      \(names.map { name in
        let kind = Kind(ofChapter: chapters[name] ?? "")
        return #"<item id="\#(name)" href="\#(name).\#(kind.suffix)" media-type="\#(kind.type)" \#(overlay)/>"#
      }.joined())
      \(manifest)</manifest><spine \(spineAttributes)>
      \(names.map { #"<itemref idref="\#($0)" properties="\#(spine[$0] ?? "")"/>"# }.joined())
      \(references)</spine></package>
      """,
      "book/nav.xhtml": Self.document(
        #"<nav epub:type="toc" xmlns:epub="http://www.idpf.org/2007/ops"><ol>\#(contents)</ol></nav>"#
      ),
    ]
    for (name, body) in chapters {
      let isWhole = body.hasPrefix("<?xml") || body.hasPrefix("<svg")
      files["book/\(name).\(Kind(ofChapter: body).suffix)"] =
        isWhole ? body : Self.document(body, style: style)
    }
    for (name, text) in items { files["book/\(name)"] = text }
    let others = data.map { ("book/\($0.key)", FileBytes($0.value)) }
    let memory = MemoryFiles(
      files.mapValues { FileBytes(Array($0.utf8)) }.merging(others) { $1 })
    publication = try warm.helper().open(
      Source(path: "fixture.epub", content: .files(memory)),
      // Enough while other tests keep the machine busy.
      options: OpenOptions(layout: layout, callSeconds: Patience.seconds))
    if let layouts { (publication as? any PaginatingPublication)?.share(layouts) }
  }

  private struct Kind {
    let suffix: String
    let type: String

    init(ofChapter body: String) {
      let isDrawing = body.hasPrefix("<svg")
      suffix = isDrawing ? "svg" : "xhtml"
      type = isDrawing ? "image/svg+xml" : "application/xhtml+xml"
    }
  }

  static func document(_ body: String, style: String = "", head: String = "") -> String {
    """
    <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head>
    <title>Chapter</title>\(head)<style>body { font: 12pt/1.5 "EB Garamond" } \(style)</style></head>
    <body>\(body)</body></html>
    """
  }

  var pageCount: Int { publication.pageCount }

  func page(_ index: Int) throws -> any Page { try publication.page(at: index) }

  func text(_ index: Int) throws -> PageText {
    try (page(index) as? any TextPage)?.text() ?? .none
  }

  func words(_ index: Int) throws -> [TextWord] { try text(index).words }

  func links(_ index: Int) throws -> [Link] {
    try (page(index) as? any LinksPage)?.links() ?? []
  }

  func pixels(
    _ index: Int, scale: Double = 0.5, drawsAnnotations: Bool = true
  ) throws -> Bitmap {
    let page = try page(index)
    let request = RenderRequest(
      scale: .pixelsPerPoint(scale), drawsAnnotations: drawsAnnotations)
    let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
    let bitmap = Bitmap(size: grid.size, format: request.pixelFormat)
    try page.paint(request, on: grid, into: bitmap)
    return bitmap
  }
}

extension PageText {
  var words: [TextWord] { blocks.flatMap(\.lines).flatMap(\.words) }
}

/// The red, green and blue of one pixel.
func color(of bitmap: Bitmap, x: Int, y: Int) -> [UInt8] {
  let width = bitmap.size.width
  let pixel = bitmap.withPixels { $0.bindMemory(to: UInt32.self)[y * width + x] }
  return [16, 8, 0].map { UInt8(truncatingIfNeeded: pixel >> $0) }
}

/// Numbered paragraphs, so that a page can be told by its words.
func paragraphs(_ range: Range<Int>) -> String {
  range.map { "<p>Paragraph \($0) tells of the tide that comes twice a day and goes again.</p>" }
    .joined()
}
