import Foundation
import RectoConformance
import RectoPageModel
import RectoPluginKit
import TestSupport
import Testing

/// The sample plugin for DjVu, loaded into this process, on three pages of the sample issue.
@Suite(
  .enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)),
  .enabled(if: SamplePlugins.canBuildDjVu, "DjVuLibre is not installed"))
struct DjVuPluginTests {
  private func quay() async throws -> any Publication {
    try await SamplePlugins.djvu.value.open(path: SamplePlugins.quay.value)
  }

  /// The output of djvused.
  private func printed(_ command: String) async throws -> String {
    let path = try await SamplePlugins.quay.value
    return String(
      decoding: try await runTool(require("djvused"), ["-u", "-e", command, path]), as: UTF8.self)
  }

  @Test func theSampleKeepsEveryPromise() async throws {
    #expect(ConformanceSuite().findings(in: try await quay()) == [])
  }

  @Test(arguments: [0, 1, 2])
  func aPageLooksAsDdjvuDrawsIt(index: Int) async throws {
    let page = try await quay().page(at: index)
    // At the stored resolution, and at a lower one.
    for scale in [150.0 / 72, 1.25] {
      let own = try page.picture(RenderRequest(scale: .pixelsPerPoint(scale)))
      let size = "-size=\(own.width)x\(own.height)"
      let options = ["-format=ppm", "-page=\(index + 1)", size, "-aspect=no"]
      let other = try await decodePortableMap(
        runTool(require("ddjvu"), options + [SamplePlugins.quay.value]))
      #expect(own.width == other.width && own.height == other.height)
      let sum = zip(own.samples, other.rgb.samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      #expect(Double(sum) / Double(own.samples.count) < 0.1, "scale \(scale)")
    }
  }

  @Test func aRegionIsExactlyTheCrop() async throws {
    let page = try await quay().page(at: 0)
    for rotation in Rotation.allCases {
      var request = RenderRequest(scale: .pixelsPerPoint(1), rotation: rotation)
      let whole = try page.picture(request)
      request.region = Rect(x: 100, y: 150, width: 80, height: 60)
      let part = try page.picture(request)
      let turn = AffineTransform.rotation(rotation, of: page.size)
      let corner = turn.apply(try #require(request.region))
      // The page is 420 x 560.16 points: a turned one begins at a fraction of a pixel.
      let crop = whole.crop(
        x: Int(corner.minX), y: Int(corner.minY), width: part.width, height: part.height)
      #expect(alike(part.samples, crop.samples), "turned by \(rotation.rawValue)")
    }
  }

  @Test(arguments: [0, 1, 2])
  func thePagesWordsAreThoseOfTheFile(index: Int) async throws {
    let page = try #require(try await quay().page(at: index) as? any TextPage)
    let words = try page.text().plain.split(whereSeparator: \.isWhitespace)
    let wanted = try await printed("select \(index + 1); print-pure-txt")
      .split(whereSeparator: { $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.value < 32 } })
    #expect(words.count > 20)
    #expect(alike(words, wanted))
  }

  @Test func aWordStandsWhereTheMakerOfThePictureSaysItDoes() async throws {
    let alto = String(
      decoding: try bytes(ofFile: #require(samplesFolder()) + "/quay-pages/page2.xml"),
      as: UTF8.self)
    let string =
      /<String [^>]*HPOS="(.+?)" VPOS="(.+?)" WIDTH="(.+?)" HEIGHT="(.+?)" CONTENT="(.+?)"/
    let found = try #require(alto.firstMatch(of: string))
    let pixels = [found.1, found.2, found.3, found.4].compactMap { Double($0) }
    let page = try #require(try await quay().page(at: 1) as? any TextPage)
    let word = try #require(try page.text().blocks.first?.lines.first?.words.first)
    #expect(word.text == found.5)
    for (side, pixels) in zip([word.box.x, word.box.y, word.box.width, word.box.height], pixels) {
      // Zones of DjVu are in whole pixels.
      #expect(abs(side - pixels * 72 / 150) < 72.0 / 150)
    }
  }

  @Test func labelsTurnsAndFactsAreRead() async throws {
    let publication = try await quay()
    #expect(publication.info.format == "DjVu")
    #expect(publication.info.metadata.title == "Quay, as a scan")
    #expect(publication.info.metadata.author == "The harbour desk")
    #expect(publication.info.metadata.created == "2026-11-21T09:00:00Z")
    let pages = try (0..<publication.pageCount).map { try publication.page(at: $0) }
    #expect(pages.map(\.label) == ["Cover", "i", "3"])
    #expect(pages.map(\.rotation) == [.none, .none, .threeQuarters])
    #expect(pages.allSatisfy { abs($0.size.width - 420) < 1e-6 })
  }

  @Test func theOutlineAndTheLinksLeadWhereTheySay() async throws {
    let publication = try await quay()
    let outline = try #require(publication as? any OutlinedPublication).outline()
    #expect(outline.map(\.title) == ["Cover", "Contents", "About DjVu"])
    #expect(
      outline.map(\.target) == [.page(0, nil), .page(1, nil), .url("http://djvu.sourceforge.net/")]
    )
    #expect(outline[1].children.map(\.target) == [.broken("#+9"), .page(2, nil)])

    func links(_ index: Int) throws -> [Link] {
      try #require(try publication.page(at: index) as? any LinksPage).links()
    }
    #expect(try links(0).isEmpty)
    #expect(
      try links(1).map(\.target) == [
        .page(2, nil), .url("http://djvu.sourceforge.net/"), .page(2, nil), .broken("#nowhere"),
      ])
    // The area on a rotated page is given as shown: 100 from the left, 250 of 875 pixels from the
    // bottom.
    let turned = try #require(try links(2).first)
    #expect(turned.target == .page(0, nil))
    #expect(turned.quads.map(\.bounds) == [Rect(x: 96, y: 48, width: 24, height: 144)])
  }

  @Test func theFirstPagesOfATruncatedFileCanBeRead() async throws {
    let whole = try bytes(ofFile: await SamplePlugins.quay.value)
    let publication = try await SamplePlugins.djvu.value.open(bytes: Array(whole.prefix(60_000)))
    #expect(throws: Never.self) {
      try publication.page(at: 0).picture(RenderRequest(scale: .pixelsPerPoint(0.2)))
    }
    let error = #expect(throws: PageError.self) { try publication.page(at: 2).picture(.init()) }
    #expect(error?.code == .damaged)
    #expect(error?.message.hasPrefix("the page is damaged") == true)
  }

  @Test func filesOtherThanDjVuAreRefusedInASentence() async throws {
    let plugin = try await SamplePlugins.djvu.value
    let whole = try bytes(ofFile: await SamplePlugins.quay.value)
    for (bytes, code) in [
      ([], PageError.Code.unsupported), (Array("AT&TFORM".utf8), .unsupported),
      (Array(repeating: 65, count: 100), .unsupported), (Array(whole.prefix(30)), .damaged),
      (Array("AT&TFORM\0\0\0\u{40}DJVUINFO".utf8), .damaged),
    ] {
      let error = #expect(throws: PageError.self) {
        try plugin.open(bytes: bytes).page(at: 0).picture(RenderRequest())
      }
      #expect(error?.code == code)
      #expect(error?.message.isEmpty == false)
    }
  }

  @Test func anIndexOfPagesInOtherFilesSaysHowToJoinThem() async throws {
    let folder = try temporaryFolder()
    try await runTool(
      require("djvmcvt"), ["-i", SamplePlugins.quay.value, folder.path, "index.djvu"])
    let plugin = try await SamplePlugins.djvu.value
    let error = #expect(throws: PageError.self) {
      try plugin.open(path: folder.path("index.djvu"))
    }
    #expect(error?.code == .unsupported)
    #expect(error?.message.contains("djvmcvt -b") == true)
  }
}
