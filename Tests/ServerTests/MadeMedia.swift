import Foundation
import TestSupport
import Testing

/// A tone of 440 Hz, as 16-bit samples at 8 kHz in a RIFF file.
func tone(seconds: Int) -> [UInt8] {
  let rate = 8000
  let samples = (0..<rate * seconds).map { place in
    Int16(8000 * sin(Double(place) * 440 * 2 * .pi / Double(rate)))
  }
  func little(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
  let data = samples.flatMap { little(Int($0), 2) }
  let format =
    little(1, 2) + little(1, 2) + little(rate, 4) + little(rate * 2, 4) + little(2, 2)
    + little(16, 2)
  return Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8)
    + little(16, 4) + format + Array("data".utf8) + little(data.count, 4) + data
}

/// Writes a ZIP archive of these files: `mimetype` first and stored, the others compressed.
func writeArchive(_ files: [String: [UInt8]], to path: String) async throws {
  let folder = try temporaryFolder()
  for (name, bytes) in files { try folder.write(bytes, to: "files/\(name)") }
  let script = """
    import sys, zipfile
    with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(sys.argv[2:], key=lambda name: (name != "mimetype", name)):
            archive.write(name, compress_type=0 if name == "mimetype" else None)
    """
  let result = try await run(
    try #require(program("python3")), ["-c", script, path] + files.keys.sorted(),
    in: folder.path("files"))
  try #require(result.status == 0, "\(result.errors)")
}

/// An EPUB of pages of fixed size, or of chapters.
struct MadeBook {
  /// The body of each page.
  let pages: [String]
  var isFixed = true
  /// A media overlay document that narrates all pages.
  var overlay: String?

  func write(to path: String, _ others: [String: [UInt8]] = [:]) async throws {
    let names = pages.indices.map { "p\($0)" }
    var texts = [
      "mimetype": "application/epub+zip",
      "META-INF/container.xml": """
      <?xml version="1.0"?><container version="1.0"
      xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile
      full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
      """,
      "book/package.opf": """
      <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"
      unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:identifier id="id">bells</dc:identifier><dc:title>Bells</dc:title>
      <dc:language>en</dc:language><meta
      property="rendition:layout">\(isFixed ? "pre-paginated" : "reflowable")</meta></metadata>
      <manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      \(overlay.map { #"<item id="smil" href="\#($0)" media-type="application/smil+xml"/>"# } ?? "")
      \(names.map {
        let narration = overlay == nil ? "" : #"media-overlay="smil""#
        return #"<item id="\#($0)" href="\#($0).xhtml" media-type="application/xhtml+xml" \#(narration)/>"#
      }.joined())
      </manifest><spine>\(names.map { #"<itemref idref="\#($0)"/>"# }.joined())</spine></package>
      """,
      "book/nav.xhtml": Self.document(
        """
        <nav epub:type="toc" xmlns:epub="http://www.idpf.org/2007/ops"><ol>\(
          names.map { #"<li><a href="\#($0).xhtml">\#($0)</a></li>"# }.joined())</ol></nav>
        """),
    ]
    for (name, body) in zip(names, pages) { texts["book/\(name).xhtml"] = Self.document(body) }
    try await writeArchive(texts.mapValues { Array($0.utf8) }.merging(others) { $1 }, to: path)
  }

  private static func document(_ body: String) -> String {
    """
    <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head>
    <title>Bells</title><meta name="viewport" content="width=600, height=800"/></head>
    <body>\(body)</body></html>
    """
  }
}

/// A book whose sentences have numbers, a hundred for each chapter, with a link to each chapter's end.
func longBook(chapters: Int) -> MadeBook {
  MadeBook(
    pages: (0..<chapters).map { chapter in
      "<h1>Chapter \(chapter)</h1><p><a href=\"p\(chapter).xhtml#s89\">To its end</a></p>"
        + (0..<90).map {
          "<p id=\"s\($0)\">Sentence \(chapter * 100 + $0) of the harbour.</p>"
        }.joined()
    }, isFixed: false)
}
