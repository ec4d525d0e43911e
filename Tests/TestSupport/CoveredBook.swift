extension TemporaryFolder {
  /// An unpacked book of one page of text, with a picture for a cover apart from it: red, and half
  /// as high again as wide.
  public func writeCoveredBook(_ name: String) throws {
    let files = [
      "META-INF/container.xml": """
      <?xml version="1.0"?><container version="1.0"
      xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile
      full-path="content/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
      """,
      "content/package.opf": """
      <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"
      unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:identifier id="id">covered</dc:identifier><dc:title>Tides</dc:title>
      <dc:language>en</dc:language></metadata><manifest>
      <item id="text" href="text.xhtml" media-type="application/xhtml+xml"/>
      <item id="front" href="front.svg" media-type="image/svg+xml" properties="cover-image"/>
      </manifest><spine><itemref idref="text"/></spine></package>
      """,
      "content/text.xhtml": """
      <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Tides</title></head>
      <body><p>The tide comes twice a day.</p></body></html>
      """,
      "content/front.svg": """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 450"><rect width="300" height="450"
      fill="#c00"/></svg>
      """,
    ]
    for (file, text) in files { try write(text.utf8, to: "\(name)/\(file)") }
  }
}
