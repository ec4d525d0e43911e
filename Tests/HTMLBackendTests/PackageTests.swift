import RectoHTMLBackend
import RectoPackageBackend
import RectoPageModel
import RectoTextBackend
import TestSupport
import Testing

/// The containers of pages.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct PackageTests {
  private static let book = """
    {"hpub": 1, "title": "Quay", "author": ["A", "B"], "date": "2026-10-01",
     "orientation": "portrait", "contents": ["b.html", "a.html", "gone.html"]}
    """

  @Test func pagesComeInTheOrderOfTheirNumbers() throws {
    let fixture = try Fixture([
      "page10.html": "<p>ten", "page2.html": "<p>two", "page001.xhtml": Self.xhtml,
      "index.html": "<p>index",
    ])
    let texts = try (0..<fixture.publication.pageCount).map { try fixture.text($0).plain }
    #expect(texts == ["one", "two", "ten"])
    let warnings = fixture.publication.info.warnings
    #expect(warnings.map(\.code) == ["left-out"])
    #expect(warnings.first?.message.hasPrefix("index.html is not shown") == true)
  }

  /// The reference of a program may describe its pages.
  @Test func namesThatOnlyBeginWithPageHaveNoNumbers() throws {
    let fixture = try Fixture([
      "index.html": "<p>home", "page.height.html": "<p>height", "pages.html": "<p>pages",
      "usage.html": "<p>usage",
    ])
    let texts = try (0..<fixture.publication.pageCount).map { try fixture.text($0).plain }
    #expect(texts == ["home", "height", "pages", "usage"])
    #expect(fixture.publication.info.warnings.isEmpty)
  }

  /// It is where a site begins.
  @Test func theIndexIsTheFirstOfPagesWithoutNumbers() throws {
    let fixture = try Fixture(["about.html": "<p>about", "index.html": "<p>home"])
    let texts = try (0..<fixture.publication.pageCount).map { try fixture.text($0).plain }
    #expect(texts == ["home", "about"])
  }

  /// As programs write manuals, with an index of words beside the first page.
  @Test func pagesFollowTheirLinksToTheNext() throws {
    func page(_ text: String, next: String) -> String {
      "<!DOCTYPE html><link rel=NEXT href='\(next)'><p>\(text)"
    }
    let fixture = try Fixture([
      "index.html": page("home", next: "intro.html"), "Index.html": "<p>words",
      "intro.html": page("intro", next: "./a%20b.html#top"), "alone.html": "<p>alone",
      "a b.html": page("last", next: "index.html"),
    ])
    let texts = try (0..<fixture.publication.pageCount).map { try fixture.text($0).plain }
    #expect(texts == ["home", "intro", "last", "alone", "words"])
  }

  @Test func aBookHasItsOwnOrderAndWindow() throws {
    let fixture = try Fixture([
      "book.json": Self.book, "a.html": "<p>a", "b.html": "<title>B</title><p>b",
    ])
    #expect(fixture.publication.pageCount == 2)
    #expect(try fixture.text(0).plain == "b")
    #expect(try fixture.page(0).size == Size(width: 576, height: 768))
    let info = fixture.publication.info
    #expect(info.format == "HPub")
    #expect(info.metadata.title == "Quay")
    #expect(info.metadata.author == "A, B")
    #expect(info.metadata.created == "2026-10-01T00:00:00Z")
    #expect(info.warnings.map(\.code) == ["missing-file"])
  }

  @Test func aPageSaysWhichWindowItIsMadeFor() throws {
    let page = "<meta name=viewport content='width=600, height=800'><p>x"
    #expect(try Fixture(["p.html": page]).page().size == Size(width: 450, height: 600))
    let wanted = LayoutOptions(pageSize: Size(width: 300, height: 400))
    let fixture = try Fixture(["p.html": page], layout: wanted)
    #expect(try fixture.page().size == Size(width: 300, height: 400))
  }

  @Test(arguments: [
    ("width=900px, height=600mm", 900.0, 600.0),
    ("something; WIDTH = 900 ,height=600.5, foo", 900, 600),
    ("width=900, height=600, width=1000, height=1000", 900, 600), ("width=800", 800, 600),
    ("width=1e9, height=600", 1024, 768), ("initial-scale=1, min-width=900", 1024, 768),
  ])
  func aWindowIsReadAsFarAsItCanBe(_ said: String, width: Double, height: Double) throws {
    let fixture = try Fixture(["p.html": "<meta name=viewport content='\(said)'><p>x"])
    #expect(try fixture.page().size == Size(width: width * 0.75, height: height * 0.75))
  }

  @Test func anArchiveIsReadInPlace() async throws {
    let folder = try temporaryFolder()
    try folder.write(
      Fixture.document("<p>Zip <img src=dot.png></p>").utf8, to: "in/issue/page1.html")
    let python = try #require(program("python3"))
    let archive = folder.path("issue.zip")
    let made = try await run(
      python, ["-m", "zipfile", "-c", archive, "issue"], in: folder.path("in"))
    #expect(made.status == 0)
    let source = Source(path: archive, content: .file(try FileBytes(path: archive)))
    #expect(HTMLBackend().recognizes(SourceProbe(source)) == .none)
    let publication = try Self.packages.open(
      source, options: OpenOptions(callSeconds: Patience.seconds))
    #expect(publication.info.format == "HTML")
    let page = try #require(try publication.page(at: 0) as? any TextPage)
    #expect(try page.text().plain == "Zip")
  }

  @Test func pagesArePartsOfPackages() throws {
    let manifest = #"{"parts": [{"path": "web", "title": "Web"}, "note.md", "one.html"]}"#
    let texts = [
      "recto.json": manifest, "note.md": "# Note\n", "one.html": "<title>One</title><p>Alone",
      "web/page1.html":
        "<p><a href='page2.html'>next</a> <a href='note.md'>note</a> <a href='x.md'>gone</a>",
      "web/page2.html": "<h1>Second</h1><img src=dot.png>",
    ]
    let files = MemoryFiles(texts.mapValues { FileBytes(Array($0.utf8)) })
    let publication = try Self.packages.open(
      Source(path: "issue", content: .files(files)),
      options: OpenOptions(callSeconds: Patience.seconds))
    #expect(publication.pageCount == 4)
    let plain = try (0..<4).map { index in
      try #require(try publication.page(at: index) as? any TextPage).text().plain
    }
    // Set pages have a folio below.
    #expect(plain == ["next note gone", "Second", "Note\n\n1", "Alone"])
    let first = try #require(try publication.page(at: 0) as? any LinksPage)
    #expect(try first.links().map(\.target) == [.page(1, nil), .page(2, nil), .broken("x.md")])
    let outline = try #require(publication as? any OutlinedPublication).outline()
    #expect(outline.map(\.title) == ["Web", "Note"])
    #expect(outline[0].children.map(\.title) == ["Second"])
  }

  private static let packages = PackageBackend(
    parts: [TextBackend(pictures: []), HTMLBackend()])

  @Test func oneFileIsOnePage() throws {
    let bytes = FileBytes(Array("<!doctype html><title>One</title><p>Alone".utf8))
    let source = Source(path: "one.html", content: .file(bytes))
    #expect(HTMLBackend().recognizes(SourceProbe(source)) > Confidence(90))
    let publication = try warm.helper().open(
      source, options: OpenOptions(callSeconds: Patience.seconds))
    #expect(publication.info.metadata.title == "One")
    #expect(publication.pageCount == 1)
    let picture = Source(path: "one.png", content: source.content)
    #expect(HTMLBackend().recognizes(SourceProbe(picture)) == .none)
  }

  @Test(arguments: [
    "<!doctype html><html lang=de><title>\n Ebbe &amp;\n Fl&#xFC;t </title><p>x",
    "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml' xml:lang='de'>"
      + "<head><title>Ebbe &amp; Flüt</title></head><body/></html>",
    "<html lang=de><title>Ebbe & Flüt</title><p>" + String(repeating: "xü", count: 60_000),
  ]) func metadataOfAPageIsReadWithoutIt(text: String) throws {
    let source = Source(path: "one.html", content: .file(FileBytes(Array(text.utf8))))
    let metadata = try warm.helper().open(
      source, options: OpenOptions(callSeconds: Patience.seconds)
    ).info
      .metadata
    #expect(metadata.title == "Ebbe & Flüt")
    #expect(metadata.language == "de")
  }

  @Test(arguments: [
    "<!DOCTYPE html><title>x</title>", "<html lang=de>", "\u{FEFF}\n <!-- a <p> --> \n<HTML>",
    "<?xml version='1.0'?>\n<!-- x --><html xmlns='http://www.w3.org/1999/xhtml'>",
  ]) func aDocumentThatBeginsAsHTMLNeedsNoName(text: String) {
    #expect(confidence(of: text, named: "page") == .byContent)
    #expect(confidence(of: text, named: "page.html") > .byContent)
    // Markdown has HTML in it.
    #expect(confidence(of: text, named: "page.md") == .none)
  }

  @Test(arguments: [
    "# The root element\n\nEvery page begins with `<html>`.",
    "```html\n<!DOCTYPE html>\n<html>\n```",
    "<htmlish>", "<!-- <html> ", "<p><html>", "{\"template\": \"<html>\"}",
  ]) func aTextAboutHTMLIsNotHTML(text: String) {
    for name in ["a", "a.md", "a.txt", "a.json"] {
      #expect(confidence(of: text, named: name) == .none, "\(name)")
    }
  }

  private func confidence(of text: String, named name: String) -> Confidence {
    let source = Source(path: name, content: .file(FileBytes(Array(text.utf8))))
    return HTMLBackend().recognizes(SourceProbe(source))
  }

  @Test(arguments: ["png", "jp2", "bmp"])
  func pagesBesidePageImagesAreTheirText(fileExtension: String) {
    let names = ["p1.\(fileExtension)", "p1.html", "p2.\(fileExtension)", "p2.html"]
    let scans = SourceProbe(Source(path: "scans", content: .folder(entries: names)))
    #expect(HTMLBackend().recognizes(scans) == .none)
    let pages = SourceProbe(Source(path: "issue", content: .folder(entries: names + ["p3.html"])))
    #expect(HTMLBackend().recognizes(pages) > .byContent)
  }

  @Test func onePageBesideAStoryLeavesTheFolderToTheStory() {
    func confidence(_ names: [String]) -> Confidence {
      HTMLBackend().recognizes(SourceProbe(Source(path: "a", content: .folder(entries: names))))
    }
    let story = Confidence(75)
    #expect(confidence(["article.md", "head.html"]) < story)
    #expect(confidence(["README.md", "head.html"]) > story)
    #expect(confidence(["article.md", "index.html"]) > story)
    #expect(confidence(["article.md", "page1.html"]) > story)
    #expect(confidence(["article.md", "a.html", "b.html"]) > story)
    #expect(confidence(["a.md", "b.md", "head.html"]) > story)
  }

  @Test func aStoryBesidePagesOfHTMLIsAWarning() throws {
    let files = ["index.html": "<p>x", "article.md": "# y", "README.md": "z"]
    let source = Source(
      path: "a", content: .files(MemoryFiles(files.mapValues { FileBytes(Array($0.utf8)) })))
    let warnings = try warm.helper().open(
      source, options: OpenOptions(callSeconds: Patience.seconds)
    ).info
      .warnings
    #expect(warnings.map(\.code) == ["left-out"])
    #expect(warnings.first?.message.hasPrefix("article.md is not shown") == true)
  }

  private static let xhtml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <html xmlns="http://www.w3.org/1999/xhtml"><head><title>1</title></head>
    <body><p>one</p></body></html>
    """
}
