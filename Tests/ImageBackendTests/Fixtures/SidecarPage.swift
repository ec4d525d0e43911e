import RectoPageModel

/// An image page with text: 400 x 200 pixels at 144 dpi, which are 200 x 100 points.
enum SidecarPage {
  static func image() throws -> [UInt8] {
    try Canvas(width: 400, height: 200, .white).encoded(dotsPerInch: 144)
  }

  /// Opens an archive of that page with a sidecar.
  static func open(_ name: String, _ text: String) throws -> any Publication {
    try ImageBackendTests.open(
      archive([ZipEntry("page1.png", image()), ZipEntry(name, text)]))
  }

  /// The words of an ALTO file that belongs to the page.
  static func words(alto text: String) throws -> [TextWord] {
    try open("page1.xml", text).words()
  }
}

/// An ALTO 4 file of one page; `body` is what its print space holds.
func alto(
  unit: String = "pixel", page: String = #"WIDTH="400" HEIGHT="200""#, head: String = "",
  _ body: String
) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#" SCHEMAVERSION="4.2">
  <Description><MeasurementUnit>\(unit)</MeasurementUnit></Description>
  \(head)
  <Layout><Page ID="p" PHYSICAL_IMG_NR="1" \(page)><PrintSpace>\(body)</PrintSpace></Page></Layout>
  </alto>
  """
}

/// A block of one line.
func altoLine(_ body: String, id: String = "b") -> String {
  #"<TextBlock ID="\#(id)"><TextLine>\#(body)</TextLine></TextBlock>"#
}

func altoString(
  _ content: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
  name: String = "String", inside: String = ""
) -> String {
  #"<\#(name) CONTENT="\#(content)" \#(altoBox(x, y, width, height))>\#(inside)</\#(name)>"#
}

func altoBox(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
  #"HPOS="\#(x)" VPOS="\#(y)" WIDTH="\#(width)" HEIGHT="\#(height)""#
}

/// An hOCR file whose pages have the content of `bodies`.
func hocr(_ bodies: [String], bbox: String = "0 0 400 200") -> String {
  let pages = bodies.map { #"<div class="ocr_page" title="bbox \#(bbox)">\#($0)</div>"# }
  return """
    <!DOCTYPE html>
    <html><head><title></title><meta name="ocr-system" content="test"></head>
    <body>\(pages.joined())</body></html>
    """
}

/// A line of one word.
func hocrLine(_ text: String, _ bbox: String) -> String {
  #"<span class="ocr_line" title="bbox \#(bbox)">"#
    + #"<span class="ocrx_word" title="bbox \#(bbox); x_wconf 90">\#(text)</span></span>"#
}
