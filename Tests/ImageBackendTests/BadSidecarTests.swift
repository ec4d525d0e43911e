import RectoPageModel
import Testing

@Suite struct BadSidecarTests {
  private static func nested(_ open: String, _ close: String, count: Int) -> String {
    String(repeating: open, count: count) + String(repeating: close, count: count)
  }

  private static let word = altoLine(altoString("Tide", 0, 0, 9, 9))

  private static let bad: [String: (name: String, text: String)] = [
    "empty": ("page1.xml", ""),
    "not XML": ("page1.xml", "Tide"),
    "cut off": ("page1.xml", String(alto(word).dropLast(40))),
    "of another kind": ("page1.xml", "<PcGts><Page/></PcGts>"),
    "an ordinary web page": ("page1.html", "<html><body><p>Tide</p></body></html>"),
    "empty HTML": ("page1.hocr", ""),
    "with an entity": (
      "page1.xml",
      alto(word).replacing("<alto", with: "<!DOCTYPE alto [<!ENTITY a \"&#60;x\">]><alto")
    ),
    "with a bomb of entities": (
      "page1.xml",
      alto(altoLine(altoString("&c;", 0, 0, 9, 9))).replacing(
        "<alto",
        with: """
          <!DOCTYPE alto [<!ENTITY a "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">
          <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><alto
          """)
    ),
    "with an entity from elsewhere": (
      "page1.xml",
      alto(altoLine(altoString("&x;", 0, 0, 9, 9))).replacing(
        "<alto", with: "<!DOCTYPE alto [<!ENTITY % p SYSTEM \"file:///etc/hostname\">%p;]><alto")
    ),
    "too deep": ("page1.xml", "<alto>" + nested("<a>", "</a>", count: 100_000) + "</alto>"),
  ]

  @Test(arguments: bad.keys.sorted()) func itIsOneWarningAndThePageRenders(kind: String) throws {
    let sidecar = try #require(Self.bad[kind])
    let publication = try SidecarPage.open(sidecar.name, sidecar.text)
    for _ in 0..<2 { #expect(try publication.text() == .none) }
    let warnings = publication.info.warnings
    #expect(warnings.map(\.code) == ["damaged-sidecar"])
    #expect(warnings.map(\.page) == [0])
    #expect(warnings.first?.message.hasPrefix("\(sidecar.name) is not used: ") == true)
    #expect(
      try publication.canvas(RenderRequest(scale: .pixelsPerPoint(2)))
        == Canvas(width: 400, height: 200, .white))
  }

  /// Browsers end such a page somewhere, too: whether it has text or a warning, the page is there.
  @Test func anEndlesslyNestedWebPageLeavesThePage() throws {
    let text = hocr([Self.nested("<div>", "</div>", count: 100_000)])
    let publication = try SidecarPage.open("page1.hocr", text)
    #expect(try publication.text().blocks.isEmpty)
    #expect(try publication.canvas().width == 200)
  }

  @Test func aDocumentTypeElsewhereIsNotFetched() throws {
    let text = alto(Self.word).replacing(
      "<alto", with: "<!DOCTYPE alto SYSTEM \"http://127.0.0.1:9/alto.dtd\"><alto")
    #expect(try SidecarPage.open("page1.xml", text).words().map(\.text) == ["Tide"])
  }

  @Test func aDamagedEntryOfAnArchiveIsAWarning() throws {
    var sidecar = ZipEntry("page1.xml", alto(Self.word))
    sidecar.statedChecksum = 1
    let publication = try open(archive([ZipEntry("page1.png", SidecarPage.image()), sidecar]))
    #expect(try publication.text() == .none)
    #expect(publication.info.warnings.map(\.code) == ["damaged-sidecar"])
  }

  /// Whatever a sidecar says, numbers stay numbers.
  private func expectNumbers(
    _ publication: any Publication, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for line in try publication.text().blocks.flatMap(\.lines) {
      let ends = [line.baseline.start, line.baseline.end].map { Rect($0, $0) }
      for box in line.words.flatMap(\.glyphs) + line.words.map(\.box) + [line.box] + ends {
        let sides = [box.minX, box.minY, box.maxX, box.maxY, box.width, box.height]
        #expect(sides.reduce(0, +).isFinite, "\(box)", sourceLocation: sourceLocation)
      }
      #expect(line.words.allSatisfy { $0.size >= 0 && $0.size.isFinite })
    }
  }

  @Test(arguments: ["0", "-1", "1e-300", "1e-310", "NaN", "1e308"])
  func aPageSizeThatMakesNoSenseGivesNoNonsense(side: String) throws {
    let page = #"WIDTH="\#(side)" HEIGHT="\#(side)""#
    try expectNumbers(SidecarPage.open("page1.xml", alto(page: page, Self.word)))
    let bbox = "0 0 \(side) \(side)"
    let file = hocr([hocrLine("Tide", "0 0 9 9")], bbox: bbox)
    try expectNumbers(SidecarPage.open("page1.hocr", file))
  }

  @Test(arguments: [1e308, 1e300, -1e308]) func aPlaceFarAwayGivesNoNonsense(far: Double) throws {
    let style = #"<Styles><TextStyle ID="f" FONTSIZE="-9"/></Styles>"#
    let line =
      #"<TextBlock STYLEREFS="f"><TextLine BASELINE="\#(far)" \#(altoBox(far, 0, 1e308, 9))>"#
      + altoString("low tide", far, far, 1e308, 1e308) + "</TextLine></TextBlock>"
    let publication = try SidecarPage.open("page1.xml", alto(head: style, line + Self.word))
    try expectNumbers(publication)
    #expect(try publication.words().map(\.text).contains("Tide"))
    let file = hocr([
      #"<span class="ocr_line" title="bbox 0 0 9 9; baseline \#(far) \#(far); x_size \#(far)">Tide</span>"#
        + hocrLine("ebb", "\(far) \(far) 1e308 1e308")
    ])
    try expectNumbers(SidecarPage.open("page1.hocr", file))
  }
}
