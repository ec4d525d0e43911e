import RectoEPUBReading
import RectoPageModel

/// A file of the disk as a source.
func fileSource(_ path: String) throws -> Source {
  Source(path: path, content: .file(try FileBytes(path: path)))
}

/// A book in memory, part by part; the defaults make a valid book of one chapter.
struct HandMadeBook {
  var files: [String: [UInt8]] = [:]
  var packageAttributes = #"version="3.0" unique-identifier="id""#
  var metadata = """
    <dc:identifier id="id">urn:uuid:6d2f9c4e-1b7a-4f0c-9a54-0c2b1f6f7a11</dc:identifier>
    <dc:title>Quay</dc:title><dc:language>en</dc:language>
    """
  var manifest = #"<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>"#
  var spineAttributes = ""
  var spine = #"<itemref idref="c1"/>"#
  var guide = ""
  var container = """
    <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
    <rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/>
    </rootfiles></container>
    """

  /// Adds a file of text below `OPS`.
  mutating func add(_ name: String, _ text: String) { files["OPS/\(name)"] = Array(text.utf8) }

  /// A navigation document with a list of the given content, which the manifest names.
  mutating func addNavigation(_ items: String, kind: String = "toc") {
    manifest += """
      <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      """
    add(
      "nav.xhtml",
      """
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
      <nav epub:type="\(kind)"><ol>\(items)</ol></nav></body></html>
      """)
  }

  var package: String {
    """
    <package xmlns="http://www.idpf.org/2007/opf" \(packageAttributes)>
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    \(metadata)</metadata><manifest>\(manifest)</manifest>
    <spine \(spineAttributes)>\(spine)</spine>\(guide)</package>
    """
  }

  /// All files by their paths.
  var content: [String: [UInt8]] {
    var all = [
      "mimetype": Array("application/epub+zip".utf8),
      "META-INF/container.xml": Array(container.utf8), "OPS/book.opf": Array(package.utf8),
      "OPS/c1.xhtml": Array("<html/>".utf8),
    ]
    all.merge(files) { $1 }
    return all
  }

  func open() throws(PageError) -> OpenBook {
    try OpenBook(BookContainer(files: MemoryFiles(content.mapValues { FileBytes($0) })))
  }

  func book() throws(PageError) -> Book { try open().book }

  /// The reason why it cannot be opened; nil if it can.
  func refusal() -> PageError? {
    do throws(PageError) {
      _ = try open()
      return nil
    } catch {
      return error
    }
  }
}
