import RectoPageModel
import TestSupport
import Testing

/// Documents that are a page each.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct FixedPageTests {
  private static func page(_ body: String, width: Int = 800, height: Int = 600) -> String {
    Fixture.document(
      body, style: "body { margin: 0 }",
      head: "<meta name='viewport' content='width=\(width), height=\(height)'/>")
  }

  @Test func pagesHaveTheSizeThatTheySayAndNoMore() throws {
    let book = try Fixture(
      [
        "1": Self.page("<p style='width:2000px;height:2000px;background:#00f'>Wide</p>"),
        "2": paragraphs(0..<3),
      ],
      spine: ["1": "rendition:layout-pre-paginated rendition:page-spread-center"])
    #expect(book.pageCount == 2)
    #expect(try book.page(0).size == Size(width: 600, height: 450))
    #expect(try book.page(0).spreadPosition == .alone)
    #expect(try book.page(1).size == Size(width: 420, height: 595))
    #expect(try book.text(0).plain == "Wide")
    #expect(color(of: try book.pixels(0), x: 299, y: 224) == [0, 0, 255])
  }

  /// The page is blue, and all beyond its edge is red.
  @Test(arguments: [
    (0.4471, Rotation.none), (0.4471, .quarter), (0.4471, .half), (0.0113, .none),
  ])
  func aPixelThatThePageCoversInPartShowsNothingBeyondIt(
    scale: Double, rotation: Rotation
  ) throws {
    let body = """
      <div style='position:absolute;width:3000px;height:3000px;background:#f00'></div>
      <div style='position:absolute;width:800px;height:600px;background:#00f'></div>
      """
    let book = try Fixture(["1": Self.page(body)], metadata: Self.fixed)
    let page = try book.page(0)
    let request = RenderRequest(scale: .pixelsPerPoint(scale), rotation: rotation)
    let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
    let bitmap = Bitmap(size: grid.size, format: request.pixelFormat)
    try page.paint(request, on: grid, into: bitmap)
    // Blue on white paper: as strong as the page covers the pixel.
    for y in 0..<bitmap.size.height {
      for x in 0..<bitmap.size.width {
        let pixel = color(of: bitmap, x: x, y: y)
        #expect(pixel[0] == pixel[1] && pixel[2] == 255, "\(x) \(y) \(pixel)")
      }
    }
  }

  /// With and without scripts, which are loaded in other ways.
  @Test(arguments: ["", "<script>0</script>"])
  func aPageThatIsNotWellFormedIsReadAsHTML(script: String) throws {
    let book = try Fixture(
      [
        "1": Self.page("\(script)<p>Salt & sand&nbsp;dunes</p>"),
        "2": Self.page("\(script)<p>Two</p>"),
      ], metadata: Self.fixed)
    #expect(try book.words(0).map(\.text) == ["Salt", "&", "sand", "dunes"])
    #expect(try book.page(0).size == Size(width: 600, height: 450))
    #expect(try book.words(1).map(\.text) == ["Two"])
    #expect(book.publication.info.warnings.map(\.code) == ["malformed-document"])
  }

  @Test(arguments: [(3000, 4500), (4961, 7016)])
  func aPageMayBeLargerThanAWindow(width: Int, height: Int) throws {
    let book = try Fixture(
      [
        "1": Self.page(
          """
          <p style='margin:0;height:\(height)px;background:#00f'>Near</p>
          <p style='position:absolute;right:20px;bottom:20px;margin:0;font-size:200px'>Far</p>
          """, width: width, height: height)
      ], metadata: Self.fixed)
    let size = try book.page(0).size
    #expect(size == Size(width: Double(width) * 0.75, height: Double(height) * 0.75))
    let words = try book.words(0)
    #expect(words.map(\.text) == ["Near", "Far"])
    let far = try #require(words.last).box
    #expect(far.maxX > size.width - 100 && far.maxY > size.height - 100, "\(far)")
    let pixels = try book.pixels(0, scale: 0.1)
    for (x, y) in [
      (1, 1), (pixels.size.width - 2, 1), (pixels.size.width / 2, pixels.size.height - 2),
    ] {
      #expect(color(of: pixels, x: x, y: y) == [0, 0, 255], "\(x) \(y)")
    }
  }

  @Test(arguments: ["", "<meta name='viewport' content='width=device-width'/>"])
  func aPageThatStatesNoSizeHasThatOfItsContent(head: String) throws {
    let body = "<div style='width:1500px;height:2000px'>Chart</div>"
    let book = try Fixture(
      ["1": Fixture.document(body, style: "body { margin: 0 }", head: head)], metadata: Self.fixed)
    #expect(try book.page(0).size == Size(width: 1125, height: 1500))
  }

  @Test func aLinkIntoAChapterLeadsToItsName() throws {
    let book = try Fixture(
      [
        "1": Self.page("<p><a href='2.xhtml#late'>late</a></p>"),
        "2": paragraphs(0..<40) + "<h2 id='late'>Late</h2>",
      ], spine: ["1": "rendition:layout-pre-paginated"])
    guard case .page(let page, let point?) = try #require(try book.links(0).first).target else {
      Issue.record("it leads nowhere in the chapter")
      return
    }
    let heading = try #require(try book.words(page).first { $0.text == "Late" })
    #expect(abs(point.y - heading.box.minY) < 24)
  }

  private static let fixed = "<meta property='rendition:layout'>pre-paginated</meta>"

  @Test func theReaderDoesNotLayThemOut() throws {
    let layout = LayoutOptions(pageSize: Size(width: 300, height: 300), fontScale: 2)
    let book = try Fixture(
      ["1": Self.page("<p>One</p>")],
      metadata:
        "<meta property='rendition:layout'>pre-paginated</meta>", layout: layout)
    #expect(try book.page(0).size == Size(width: 600, height: 450))
    #expect(!book.publication.info.isReflowable)
  }

  @Test func mediaOfAPageAreReadOutOfTheBook() throws {
    let book = try Fixture(
      [
        "1": Self.page(
          """
          <audio controls='' src='sound/bell.wav'></audio><video src='../../secret.mp4'></video>
          <audio controls='' src='..%2f..%2fsecret.mp4'></audio>
          """)
      ],
      items: ["sound/bell.wav": "a bell"],
      metadata: "<meta property='rendition:layout'>pre-paginated</meta>")
    let page = try #require(try book.page(0) as? any MediaPage)
    #expect(try page.media().map(\.isEmbedded) == [true, false, false])
    #expect(try page.media().first?.name == "book/sound/bell.wav")
    #expect(try page.mediaData(at: 0, limit: 6) == Array("a bell".utf8))
    for (index, limit, code) in [
      (0, 5, PageError.Code.limit), (1, 9, .notFound), (2, 9, .notFound), (3, 9, .badRequest),
    ] {
      let error = #expect(throws: PageError.self) {
        try page.mediaData(at: index, limit: limit)
      }
      #expect(error?.code == code)
    }
  }

  @Test func aDrawingIsAPageWithItsWordsAndLinks() throws {
    let book = try Fixture(
      [
        "1": """
        <svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'
        viewBox='0 0 400 300'><rect width='400' height='300' fill='#00f'/>
        <a href='2.xhtml'><text x='40' y='80' font-size='40'>Harbour</text></a>
        <a xlink:href='https://example.org/'><text x='40' y='200' font-size='40'>light</text></a></svg>
        """,
        "2": Self.page("<p>Two</p>"),
      ],
      metadata: "<meta property='rendition:layout'>pre-paginated</meta>")
    #expect(try book.page(0).size == Size(width: 300, height: 225))
    let words = try book.words(0)
    #expect(words.map(\.text) == ["Harbour", "light"])
    let box = try #require(words.first).box
    #expect(abs(box.minX - 30) < 3 && box.minY < 60 && box.maxY > 60 && box.width > 60)
    #expect(try book.links(0).map(\.target) == [.page(1, nil), .url("https://example.org/")])
    #expect(color(of: try book.pixels(0), x: 149, y: 111) == [0, 0, 255])
  }

  @Test(arguments: ["0 0 24 12", "0 0 46000 23000"])
  func aDrawingKeepsItsShapeWhateverItsUnits(_ box: String) throws {
    let book = try Fixture(
      ["1": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='\(box)'/>"],
      metadata: "<meta property='rendition:layout'>pre-paginated</meta>")
    #expect(try book.page(0).size == Size(width: 768, height: 384))
  }

  @Test func documentsOfARollAreOfFixedSize() throws {
    let book = try Fixture(
      ["1": Self.page("<p>One</p>")],
      metadata: "<meta property='rendition:layout'>roll</meta>")
    #expect(!book.publication.info.isReflowable)
    #expect(
      try book.page(0).size
        == Fixture(
          ["1": Self.page("<p>One</p>")],
          metadata: "<meta property='rendition:layout'>pre-paginated</meta>"
        ).page(0).size)
  }

  @Test func aRollGoesDownward() throws {
    let book = try Fixture(
      ["1": Self.page("<p>One</p>"), "2": Self.page("<p>Two</p>")],
      spine: ["2": "page-spread-left"],
      spineAttributes: "page-progression-direction='rtl'",
      metadata: "<meta property='rendition:layout'>roll</meta>")
    #expect(book.publication.info.direction == .topToBottom)
    #expect(try (0..<2).map { try book.page($0).spreadPosition } == [.alone, .alone])
  }

  @Test func onlyABookThatNamesACoverBeginsWithOne() throws {
    let pages = ["1": Self.page("<p>One</p>"), "2": Self.page("<p>Two</p>")]
    let cover = "<item id='c' href='c.png' media-type='image/png' properties='cover-image'/>"
    for (manifest, hasCover) in [("", false), (cover, true)] {
      let info = try Fixture(
        pages, items: ["c.png": "?"], metadata: Self.fixed, manifest: manifest
      ).publication.info
      #expect(info.hasCoverAlone == hasCover)
    }
    #expect(try Fixture(["1": "<p>One</p>"]).publication.info.hasCoverAlone)
  }

  @Test(arguments: [
    ("auto", [:], FacingPages.automatic), ("none", [:], .never), ("landscape", [:], .landscape),
    ("both", [:], .always), ("portrait", [:], .always),
    // A page that is to be alone does not count.
    ("both", ["1": "rendition:spread-none"], .always),
    ("auto", ["1": "rendition:spread-landscape", "2": "rendition:spread-landscape"], .landscape),
    // Where they differ, the book decides.
    ("landscape", ["1": "rendition:spread-both"], .landscape),
  ])
  func theBookSaysWhenPagesFaceEachOther(
    spread: String, spine: [String: String], wanted: FacingPages
  ) throws {
    let book = try Fixture(
      ["1": Self.page("<p>One</p>"), "2": Self.page("<p>Two</p>")], spine: spine,
      metadata: Self.fixed + "<meta property='rendition:spread'>\(spread)</meta>")
    #expect(book.publication.info.facingPages == wanted)
  }

  @Test func textThatFlowsSaysNothingOfFacingPages() throws {
    let book = try Fixture(
      ["1": "<p>One</p>"], metadata: "<meta property='rendition:spread'>both</meta>")
    #expect(book.publication.info.facingPages == .automatic)
  }

  @Test func scriptsLearnWhatTheyCanDo() throws {
    let book = try Fixture(
      [
        "1": Self.page(
          """
          <p id="own"/><iframe srcdoc="&lt;p id='p'&gt;&lt;/p&gt;&lt;script&gt;p.textContent =
          navigator.epubReadingSystem.hasFeature('spine-scripting')&lt;/script&gt;"/><script>
          const features = ["dom-manipulation", "mouse-events", "teleportation"];
          document.getElementById("own").textContent =
            features.map(name => navigator.epubReadingSystem.hasFeature(name)).join(" ");
          </script>
          """)
      ], metadata: Self.fixed)
    #expect(try book.words(0).map(\.text) == ["true", "false", "true"])
  }

  @Test func theSpineSaysWhichSideOfASpreadTheyAre() throws {
    let book = try Fixture(
      ["1": Self.page("<p>One</p>"), "2": Self.page("<p>Two</p>")],
      spine: ["1": "page-spread-right", "2": "page-spread-left"],
      metadata: "<meta property='rendition:layout'>pre-paginated</meta>")
    #expect(try (0..<2).map { try book.page($0).spreadPosition } == [.right, .left])
  }
}
