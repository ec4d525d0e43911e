import RectoPageModel
import TestSupport
import Testing

/// Links, headings and media.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct LinkTests {
  @Test func linksLeadToPagesFilesAndElsewhere() throws {
    let fixture = try Fixture([
      "page1.html": Fixture.document(
        """
        <p><a href="page2.html#x">two</a> <a href="#y">down</a> <a href="https://example.org/">web</a>
        <a href="map.pdf">map</a> <a href="gone.html">gone</a> <a href="javascript:0">no</a>
        <a href="#lost">lost</a> <a href="#top">top</a></p>
        <p id="y" style="margin-top:300px">here</p>
        """),
      "page2.html": Fixture.document("<p id=x>Two</p>"), "map.pdf": "",
    ])
    let links = try fixture.links()
    #expect(links.count == 7)
    #expect(links[0].target == .page(1, nil))
    guard case .page(0, let point?) = links[1].target else {
      Issue.record("it leads to \(links[1].target)")
      return
    }
    #expect(point.y > 225)
    #expect(
      links.dropFirst(2).map(\.target) == [
        .url("https://example.org/"), .file("map.pdf"), .broken("gone.html"),
        .broken("page1.html#lost"), .page(0, nil),
      ])
    #expect(links.allSatisfy { $0.quads.count == 1 })
  }

  @Test func aLinkOverTwoLinesHasTwoQuads() throws {
    let fixture = try Fixture(
      body:
        "<p style='width:190px'>Some words <a href='https://example.org/'>and a link here</a></p>")
    #expect(try fixture.links()[0].quads.count == 2)
  }

  @Test func aLinkAroundAPictureIsAsLargeAsThePicture() throws {
    let picture = "<img src='\(Self.pixel)' width=200 height=100>"
    let fixture = try Fixture(
      body: """
        <p style="margin:0"><a href="https://example.org/1">\(picture)</a></p>
        <p><a href="https://example.org/2">\(picture) words</a></p>
        <p><a href="https://example.org/3"><span><b>\(picture)</b></span></a></p>
        """)
    let links = try fixture.links()
    #expect(links[0].quads.map(\.bounds) == [Rect(x: 30, y: 30, width: 150, height: 75)])
    #expect(links[1].quads.contains { $0.bounds.width == 150 && $0.bounds.height == 75 })
    #expect(links[2].quads.map(\.bounds.size) == [Size(width: 150, height: 75)])
  }

  @Test func areasOfAnImageMapAreLinks() throws {
    let fixture = try Fixture(
      body: """
        <img src="\(Self.pixel)" usemap="#m" style="width: 200px; height: 100px; border: 4px solid">
        <map name="m"><area shape="rect" coords="0,0,100,100" href="https://example.org/left">
        <area shape="circle" coords="150,50,40" href="https://example.org/circle">
        <area shape="poly" coords="100,0,200,0,200,20" href="https://example.org/poly">
        <area shape="rect" coords="190,90,400,400" href="https://example.org/cut">
        <area coords="1" href="https://example.org/none"><area shape="default"></map>
        """)
    let links = try fixture.links()
    #expect(
      links.map(\.target)
        == ["left", "circle", "poly", "cut"].map {
          .url("https://example.org/\($0)")
        })
    #expect(
      links.map { $0.quads[0].bounds } == [
        Rect(x: 33, y: 33, width: 75, height: 75), Rect(x: 115.5, y: 40.5, width: 60, height: 60),
        Rect(x: 108, y: 33, width: 75, height: 15),
        Rect(x: 175.5, y: 100.5, width: 7.5, height: 7.5),
      ])
  }

  private static let pixel =
    "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="

  @Test func headingsAreTheOutline() throws {
    let fixture = try Fixture([
      "page1.html": Fixture.document("<h1>One</h1><h2>A</h2><h2>B</h2>"),
      "page2.html": Fixture.document("<h1>Two</h1>"),
    ])
    let outline = try #require(fixture.publication as? any OutlinedPublication).outline()
    #expect(outline.map(\.title) == ["One", "Two"])
    #expect(outline[0].children.map(\.title) == ["A", "B"])
    guard case .page(1, _) = outline[1].target else {
      Issue.record("it leads to \(String(describing: outline[1].target))")
      return
    }
  }

  @Test func titlesHaveNoSoftHyphens() throws {
    let fixture = try Fixture(
      body: "<h1 lang=de style='hyphens:auto'>Donaudampfschifffahrt</h1><h2>Do&shy;nau</h2>")
    let outline = try #require(fixture.publication as? any OutlinedPublication).outline()
    #expect(outline.map(\.title) == ["Donaudampfschifffahrt"])
    #expect(outline[0].children.map(\.title) == ["Donau"])
  }

  @Test func picturesSayWhatTheyShowAndWhetherTheyAreThere() throws {
    let pixel = Self.pixel
    let fixture = try Fixture(
      body: """
        <img src="\(pixel)" alt="A boat" width=96 height=48><img src="\(pixel)" alt="" width=20>
        <img src="\(pixel)" width=20><img src="gone.png" alt="Gone" width=20 height=20>
        <img src="\(pixel)" role="presentation" width=20>
        <img src="\(pixel)" alt="Cut" style="width:40px;height:80px;object-fit:cover">
        """)
    let images = try #require(try fixture.page() as? any ImagesPage).images()
    #expect(
      images.map(\.alternative) == [
        .text("A boat"), .decorative, .missing, .text("Gone"), .decorative, .text("Cut"),
      ])
    #expect(images.map(\.isMissing) == [false, false, false, true, false, false])
    #expect(images[5].placedSize == Size(width: 60, height: 60))
  }

  @Test func mediaHaveTheirBoxes() throws {
    let fixture = try Fixture([
      "page1.html": Fixture.document(
        """
        <video src="quay.mp4" width=320 height=180></video><audio controls src="bell.ogg"></audio>
        <iframe src="https://example.org/map" width=100 height=50></iframe>
        """), "quay.mp4": "a film",
    ])
    let page = try #require(try fixture.page() as? any MediaPage)
    let media = try page.media()
    #expect(media.map(\.kind) == [.video, .audio, .other])
    #expect(media.map(\.isEmbedded) == [true, false, false])
    #expect(media[0].box == Rect(x: 30, y: 30, width: 240, height: 135))
    #expect(media[2].name == "https://example.org/map")
    #expect(try page.mediaData(at: 0, limit: 6) == Array("a film".utf8))
    for (index, limit, code) in [
      (0, 5, PageError.Code.limit), (1, 9, .notFound), (2, 9, .notFound), (3, 9, .badRequest),
      (-1, 9, .badRequest),
    ] {
      let error = #expect(throws: PageError.self) {
        try page.mediaData(at: index, limit: limit)
      }
      #expect(error?.code == code)
    }
  }

  /// Whatever a page calls its media: files of the publication are given, and no others.
  @Test(arguments: [
    "../secret.wav", "/etc/hostname", "file:///etc/hostname", "%2e%2e/secret.wav",
    "..%2fsecret.wav", "a/..%2f..%2fsecret.wav", "%2fetc%2fhostname", "//etc/hostname",
    "https://issue.invalid/../secret.wav", "secret.wav%00.wav",
  ])
  func mediaOutsideOfThePublicationAreNotRead(address: String) throws {
    let fixture = try Fixture(
      [
        "issue/page1.html": Fixture.document("<audio controls src='\(address)'></audio>"),
        "secret.wav": "a secret",
      ], folder: "issue")
    let page = try #require(try fixture.page() as? any MediaPage)
    let media = try page.media()
    #expect(media.map(\.isEmbedded) == [false])
    #expect(media[0].name?.contains("issue.invalid") == false)
    let error = #expect(throws: PageError.self) { try page.mediaData(at: 0, limit: 99) }
    #expect(error?.code == .notFound)
  }
}
