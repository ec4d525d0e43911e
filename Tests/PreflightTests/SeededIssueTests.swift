import TestSupport
import Testing

/// Issues with defects put into them: each is found where it is, and nothing else is.
@Suite struct SeededIssueTests {
  /// A page with something on it that is right.
  private static func page(_ items: TaggedPDF.Item...) -> TaggedPDF.Page {
    TaggedPDF.Page(items: [.text("the quay at low water", x: 40, top: 40)] + items)
  }

  private static let bleeding =
    "/CropBox [0 0 300 400] /TrimBox [0 0 300 400] /BleedBox [-10 -10 310 410]"

  /// A page of the issue with its seeded problem and its place.
  private struct Seed {
    var page: TaggedPDF.Page
    var rule: String?
    var box: [Double]?

    init(_ rule: String?, at box: [Double]? = nil, _ page: TaggedPDF.Page) {
      self.page = page
      self.rule = rule
      self.box = box
    }
  }

  private static var seeds: [Seed] {
    var sized = page()
    sized.media = "[0 0 320 400]"
    var linked = page()
    linked.annotations = [link("/Dest (nowhere)")]
    var toFile = page()
    toFile.annotations = [link("/A << /S /GoToR /F (gone.pdf) /D [0 /Fit] >>")]
    var malformed = page()
    malformed.annotations = [link("/A << /S /URI /URI (https:///tides) >>")]
    var insecure = page()
    insecure.annotations = [link("/A << /S /URI /URI (http://example.org/) >>")]
    var playing = page()
    playing.annotations = [
      "<< /Type /Annot /Subtype /Movie /Rect [30 280 110 300] /Movie << /F (gone.mov) >> >>"
    ]
    var coarse = page(.picture("I", x: 50, top: 100, width: 100, height: 100))
    coarse.pictures = ["I": picture(width: 20, height: 20)]
    var inked = page(.picture("I", x: 50, top: 100, width: 18, height: 18))
    inked.pictures = ["I": picture(width: 40, height: 40, space: "/DeviceCMYK", components: 4)]
    var heavy = page(.picture("I", x: 50, top: 100, width: 36, height: 36))
    heavy.pictures = ["I": heavyPicture(side: 110)]
    var mute = page(.picture("I", x: 50, top: 100, width: 18, height: 18, tag: "Figure"))
    mute.pictures = ["I": picture(width: 40, height: 40)]
    var scan = TaggedPDF.Page(items: [.picture("I", x: 10, top: 10, width: 280, height: 380)])
    scan.pictures = ["I": picture(width: 600, height: 800)]
    var untagged = TaggedPDF.Page(items: [.text("no order is said", x: 40, top: 40, tag: "")])
    untagged.annotations = []
    var lost = page()
    lost.isLost = true
    let column = String(repeating: "words of one column here\n", count: 3)

    return [
      Seed(nil, page()),
      Seed(
        "font-substituted", at: [40, 100, 30, 10], page(.text("Harbor", x: 40, top: 100, font: "H"))
      ),
      Seed("picture-resolution", at: [50, 100, 100, 100], coarse),
      Seed("picture-color", at: [50, 100, 18, 18], inked),
      Seed("text-outside-safe-area", at: [100, 3, 18, 10], page(.text("top", x: 100, top: 3))),
      Seed("text-in-gutter", at: [258, 100, 30, 10], page(.text("folds", x: 258, top: 100))),
      Seed(
        "bleed-missing", at: [0, 100, 1.5, 100], page(.fill(x: 0, top: 100, width: 90, height: 100))
      ),
      Seed("page-size", sized),
      Seed("page-empty", TaggedPDF.Page()),
      Seed("link-broken", at: [30, 100, 80, 20], linked),
      Seed("link-broken", at: [30, 100, 80, 20], toFile),
      Seed("address-malformed", at: [30, 100, 80, 20], malformed),
      Seed("address-insecure", at: [30, 100, 80, 20], insecure),
      Seed("media-missing", at: [30, 100, 80, 20], playing),
      Seed("alternative-text", at: [50, 100, 18, 18], mute),
      Seed(
        "heading-order", at: [40, 130, 30, 10],
        page(
          .text("first", x: 40, top: 100, tag: "H1"), .text("third", x: 40, top: 130, tag: "H3"))),
      Seed("reading-order-unknown", untagged),
      Seed(
        "reading-order", at: [40, 100, 120, 40],
        page(.text(column, x: 40, top: 200), .text(column, x: 40, top: 100))),
      Seed(
        "text-unmapped", at: [40, 100, 36, 7],
        page(.text("riddle", x: 40, top: 100, font: "U"))),
      Seed("page-without-text", at: [10, 10, 280, 380], scan),
      Seed(
        "text-contrast", at: [40, 100, 30, 7], page(.text("faint", x: 40, top: 100, gray: 0.75))),
      Seed("page-weight", heavy),
      Seed("page-unreadable", lost),
    ]
  }

  private func expectBox(_ box: [Double]?, covers wanted: [Double]?, _ rule: String) {
    guard let wanted else { return }
    guard let box, box.count == 4 else {
      Issue.record("\(rule) has no box")
      return
    }
    // Half a letter: fonts say how high a line is, and not how high its ink.
    for (side, other) in zip(box, wanted) { #expect(abs(side - other) <= 12, "\(rule): \(box)") }
  }

  @Test(.needsPoppler) func allDefectsOfAPDFAreFoundAndNoneIsInvented() async throws {
    let folder = try temporaryFolder()
    let seeds = Self.seeds
    var issue = TaggedPDF(pages: seeds.map(\.page))
    issue.catalog = "/Outlines 900 0 R"
    issue.info = ""
    issue.objects = [
      900: "<< /Type /Outlines /First 901 0 R /Last 902 0 R /Count 2 >>",
      901: "<< /Title (Here) /Parent 900 0 R /Next 902 0 R /Dest [1000 0 R /Fit] >>",
      902: "<< /Title (Nowhere) /Parent 900 0 R /Prev 901 0 R /Dest (nowhere) >>",
    ]
    let path = try folder.write(issue.bytes, to: "seeded.pdf")
    let profile = try folder.write(everything.utf8, to: "everything.json")
    let found = try await preflight(path, "--profile", profile)
    let wanted = seeds.indices.compactMap { index in
      seeds[index].rule.map { Reported($0, page: index) }
    }
    let whole = ["outline-broken", "language-missing", "title-missing"].map { Reported($0) }
    // Poppler has something to say of the page that is not there, too.
    expect(found.filter { $0.rule != "damaged-file" }, are: wanted + whole)
    for (index, seed) in seeds.enumerated() {
      guard let rule = seed.rule, let finding = found.first(where: { $0.page == index }) else {
        continue
      }
      expectBox(finding.box, covers: seed.box, rule)
    }
  }

  /// The first ones suffice to correct the cause; the others are counted.
  @Test(arguments: [25, 27]) func ofManyDefectsOfOneKindTheFirstAreListed(count: Int) async throws {
    let folder = try temporaryFolder()
    var page = Self.page()
    page.annotations = (0..<count).map {
      link("/A << /S /URI /URI (http://example.org/) >>", top: 20 + Double($0) * 10)
    }
    let path = try folder.write(TaggedPDF(pages: [page]).bytes, to: "many.pdf")
    let profile = try folder.write(
      #"{"extends": "tablet", "rules": {"address-insecure": "note"}}"#.utf8, to: "profile.json")
    let found = try await preflight(path, "--profile", profile)
      .filter { $0.rule == "address-insecure" }
    let counted = found.filter { $0.box == nil }.map(\.message)
    #expect(found.count - counted.count == 25)
    #expect(counted == (count > 25 ? ["there are 2 more of the kind on the page"] : []))
  }

  @Test func theWorstOfAPageComesFirst() async throws {
    let folder = try temporaryFolder()
    var page = Self.page()
    page.annotations = [
      link("/A << /S /URI /URI (http://example.org/) >>", top: 60),
      link("/Dest (nowhere)", top: 200), link("/Dest (nowhere)", top: 100),
    ]
    let path = try folder.write(TaggedPDF(pages: [page]).bytes, to: "sorted.pdf")
    let profile = try folder.write(
      #"{"extends": "tablet", "rules": {"link-broken": "error", "address-insecure": "note"}}"#.utf8,
      to: "profile.json")
    let found = try await preflight(path, "--profile", profile)
      .filter { ["link-broken", "address-insecure"].contains($0.rule) }
    #expect(found.map(\.rule) == ["link-broken", "link-broken", "address-insecure"])
    #expect(found.map { $0.box?[1] ?? 0 } == [100, 200, 60])
  }

  @Test func theSamePagesWithoutDefectsAreClean() async throws {
    let folder = try temporaryFolder()
    var full = Self.page(.fill(x: 0, top: 100, width: 300, height: 300))
    full.media = "[-10 -10 310 410]"
    full.entries = Self.bleeding
    var pictured = Self.page(
      .picture("I", x: 50, top: 100, width: 18, height: 18, tag: "Figure", alternative: "A boat"))
    pictured.pictures = ["I": picture(width: 40, height: 40)]
    pictured.annotations = [
      link("/Dest [1000 0 R /Fit]"), link("/A << /S /URI /URI (https://example.org/) >>", top: 200),
    ]
    let levels = Self.page(
      .text("first", x: 40, top: 100, tag: "H1"), .text("second", x: 40, top: 130, tag: "H2"))
    let path = try folder.write(
      TaggedPDF(pages: [Self.page(), full, pictured, levels]).bytes, to: "clean.pdf")
    let profile = try folder.write(everything.utf8, to: "everything.json")
    expect(try await preflight(path, "--profile", profile), are: [])
  }

  @Test func defectsOfALayoutAreFound() async throws {
    let folder = try temporaryFolder()
    try folder.write(
      """
      {"metadata": {"title": "Seeded", "language": "en"}, "stories": {"main": "a.md"},
       "styles": {"body": {"font-family": "EB Garamond"}, "odd": {"font-family": "No Such Font"}},
       "size": {"width": 300, "height": 200}, "margins": 20,
       "pages": [
        {"frames": [{"x": 20, "y": 20, "width": 100, "height": 40, "thread": "main"}],
         "texts": [{"x": 20, "y": 150, "width": 100, "height": 30, "text": "Odd", "style": "odd"}]},
        {"texts": [{"x": 20, "y": 20, "width": 100, "height": 30, "text": "Bell"}],
         "pictures": [{"file": "gone.png", "x": 150, "y": 20, "width": 50, "height": 50}],
         "media": [{"kind": "audio", "src": "gone.ogg", "x": 20, "y": 100, "width": 50,
           "height": 20}]}]}
      """.utf8, to: "layout.json")
    try folder.write(String(repeating: "tide ", count: 200).utf8, to: "a.md")
    let found = try await preflight(folder.path)
    expect(
      found,
      are: [
        Reported("overset", page: 0), Reported("missing-font"), Reported("missing-file"),
        Reported("media-missing", page: 1),
      ])
    #expect(found.first { $0.rule == "overset" }?.box == [20, 20, 100, 40])
    #expect(found.first { $0.rule == "media-missing" }?.box == [20, 100, 50, 20])
  }

  @Test(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
  func defectsOfPagesOfHTMLAreFound() async throws {
    let folder = try temporaryFolder()
    func page(_ body: String) -> String {
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Seeded</title>
      <style>body { margin: 60px; font: 20px/1.5 "EB Garamond" }</style></head>
      <body><p>The quay.</p>\(body)</body></html>
      """
    }
    let bodies = [
      "<img src='gone.png' alt='A boat' width=100 height=100>", "<a href='#lost'>down</a>",
      "<a href='gone.html'>on</a>", "<video src='gone.mp4' width=100 height=100></video>",
      "<p style='color:#bbb'>Pale words</p>",
    ]
    for (index, body) in bodies.enumerated() {
      try folder.write(page(body).utf8, to: "page\(index + 1).html")
    }
    let profile = try folder.write(
      #"{"extends": "tablet", "rules": {"text-contrast": "error"}}"#.utf8, to: "profile.txt")
    let found = try await preflight(folder.path, "--profile", profile)
    expect(
      found,
      are: [
        Reported("missing-file", page: 0), Reported("picture-missing", page: 0),
        Reported("link-broken", page: 1), Reported("link-broken", page: 2),
        Reported("media-missing", page: 3), Reported("text-contrast", page: 4),
      ])
    // A browser draws its alternative text in its place.
    #expect(found.first { $0.rule == "picture-missing" }?.box?[0] == 45)
  }

  @Test(
    .needsBooks, .usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
  func defectsOfABookAreFound() async throws {
    let folder = try temporaryFolder()
    try folder.write("application/epub+zip".utf8, to: "mimetype")
    try folder.write(
      """
      <?xml version="1.0"?><container version="1.0"
      xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile
      full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
      """.utf8, to: "META-INF/container.xml")
    try folder.write(
      """
      <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"
      unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:identifier id="id">fixture</dc:identifier><dc:title>Tides</dc:title>
      <dc:language>en</dc:language></metadata><manifest>
      <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      <item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>
      <item id="gone" href="gone.png" media-type="image/png"/>
      <item href="b.xhtml" media-type="application/xhtml+xml"/>
      </manifest><spine><itemref idref="a"/></spine></package>
      """.utf8, to: "book/package.opf")
    try folder.write("<html><body><nav>not closed".utf8, to: "book/nav.xhtml")
    try folder.write(
      """
      <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head>
      <title>A</title></head><body><p>Tides. <a href="lost.xhtml">On</a></p></body></html>
      """.utf8, to: "book/a.xhtml")
    expect(
      try await preflight(folder.path),
      are: [
        Reported("damaged-navigation"), Reported("damaged-package"), Reported("missing-file"),
        Reported("link-broken", page: 0),
      ])
  }
}
