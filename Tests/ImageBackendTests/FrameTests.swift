import RectoPageModel
import Testing

/// Files that hold several pictures.
@Suite struct FrameTests {
  @Test func eachPictureOfATIFFIsAPage() throws {
    let canvases = [
      Canvas.quadrants(width: 20, height: 10), Canvas.colors(width: 13, height: 17),
      Canvas(width: 5, height: 5, .pureBlue),
    ]
    var pages = canvases.map { TIFFPage($0) }
    pages[1].resolution = (144, 144)
    let publication = try open(tiff(pages))
    #expect(publication.pageCount == 3)
    #expect(publication.info.format == "TIFF image")
    #expect(try publication.canvas(page: 0) == canvases[0])
    #expect(
      try publication.canvas(page: 1, RenderRequest(scale: .pixelsPerPoint(2))) == canvases[1])
    #expect(try publication.canvas(page: 2) == canvases[2])
    #expect(try publication.page(at: 1).size == Size(width: 6.5, height: 8.5))
    #expect(try (0..<3).map { try publication.page(at: $0).label } == ["1", "2", "3"])
  }

  @Test func aPyramidIsOnePageAndDrawnFromItsSmallestLevelThatWillDo() throws {
    let colors: [Color] = [.pureRed, .pureGreen, .pureBlue, .black]
    let levels = zip([(65, 48), (32, 24), (16, 12), (8, 6)], colors).map { size, color in
      TIFFPage(Canvas(width: size.0, height: size.1, color))
    }
    let publication = try open(tiff(levels))
    #expect(publication.pageCount == 1)
    #expect(try publication.page(at: 0).size == Size(width: 65, height: 48))
    for (scale, color) in [
      (2, colors[0]), (1, colors[0]), (0.7, colors[0]), (0.5, colors[1]), (0.3, colors[1]),
      (0.25, colors[2]), (0.1, colors[2]), (0.125, colors[3]), (0.02, colors[3]),
    ] {
      let drawn = try publication.canvas(RenderRequest(scale: .pixelsPerPoint(scale)))
      #expect(drawn == Canvas(width: drawn.width, height: drawn.height, color), "at \(scale)")
    }
    let turned = try publication.canvas(
      RenderRequest(scale: .pixelsPerPoint(0.5), rotation: .quarter))
    #expect(turned == Canvas(width: turned.width, height: turned.height, colors[1]))
  }

  @Test func imagesNotHalvedThreeTimesArePages() throws {
    func pageCount(_ sizes: [(Int, Int)]) throws -> Int {
      try open(tiff(sizes.map { TIFFPage(Canvas(width: $0.0, height: $0.1, .black)) })).pageCount
    }
    #expect(try pageCount([(64, 48), (32, 24)]) == 2)
    #expect(try pageCount([(64, 48), (32, 24), (16, 13)]) == 3)
    #expect(try pageCount([(64, 48), (64, 48), (32, 24), (16, 12)]) == 4)
    #expect(try pageCount([(64, 48), (32, 24), (16, 12), (64, 48)]) == 4)
    #expect(try pageCount([(5, 1), (3, 1), (1, 1)]) == 1)
  }

  @Test func eachPageOfATIFFHasItsOwnOrientation() throws {
    let canvas = Canvas.colors(width: 9, height: 4)
    var turned = TIFFPage(canvas)
    turned.orientation = 6
    let publication = try open(tiff([TIFFPage(canvas), turned]))
    #expect(try publication.canvas(page: 0) == canvas)
    #expect(try publication.canvas(page: 1) == canvas.turned(.quarter))
  }

  @Test func aBrokenPageOfATIFFFailsAlone() throws {
    let canvas = Canvas.colors(width: 9, height: 4)
    var broken = TIFFPage(canvas)
    broken.bits = 7
    let publication = try open(tiff([TIFFPage(canvas), broken, TIFFPage(canvas)]))
    #expect(publication.pageCount == 3)
    #expect(publication.failure(page: 1)?.code == .damaged)
    #expect(try publication.canvas(page: 2) == canvas)
  }

  /// The last directory says that the first one follows.
  @Test func aTIFFWhosePagesGoRoundInACircleEnds() throws {
    let canvas = Canvas.colors(width: 9, height: 4)
    var file = tiff([TIFFPage(canvas), TIFFPage(canvas)])
    file.replaceSubrange(file.count - 4..<file.count, with: file[4..<8])
    do {
      let publication = try open(file)
      #expect(publication.pageCount == 2)
      #expect(try publication.canvas(page: 1) == canvas)
    } catch {
      #expect((error as? PageError)?.code == .damaged)
    }
  }

  @Test func eachPictureOfATIFFInAFolderOrAnArchiveIsAPage() throws {
    let canvases = (0..<5).map { Canvas.colors(width: 9 + $0, height: 4) }
    let files = [
      "1.png": try canvases[0].encoded(), "3.TIFF": tiff([TIFFPage(canvases[4])]),
      "2.tif": tiff(canvases[1...3].map { TIFFPage($0) }),
      "2.xml": Array(alto(altoLine(altoString("Tide", 0, 0, 40, 20))).utf8),
    ]
    let folder = try temporaryFolder(files)
    for publication in [
      try open(folder.path), try open(archive(files.map { ZipEntry($0.key, $0.value) })),
    ] {
      #expect(publication.pageCount == 5)
      for (index, canvas) in canvases.enumerated() {
        #expect(try publication.canvas(page: index) == canvas)
        #expect(try publication.page(at: index).label == "\(index + 1)")
      }
      #expect(publication.info.warnings.isEmpty)
      // A sidecar is that of all pages of its file.
      #expect(try (0..<5).map { try publication.words(page: $0).count } == [0, 1, 0, 0, 0])
    }
  }

  @Test func theContentTellsATIFFInAFolderOrAnArchiveAndNotItsName() throws {
    let canvases = (0..<3).map { Canvas.colors(width: 9 + $0, height: 4) }
    let files = [
      "1.jpg": tiff(canvases[0...1].map { TIFFPage($0) }), "2.tif": try canvases[2].encoded(),
      "in/3.png": tiff(canvases[1...2].map { TIFFPage($0) }),
    ]
    let folder = try temporaryFolder(files)
    let zip = archive(files.map { ZipEntry($0.key, $0.value) })
    for publication in [try open(folder.path), try open(zip)] {
      #expect(publication.pageCount == 5)
      for (index, canvas) in [0, 1, 2, 1, 2].enumerated() {
        #expect(try publication.canvas(page: index) == canvases[canvas])
      }
    }
  }

  @Test func aPyramidInAFolderIsOnePage() throws {
    let levels = [(64, 48), (32, 24), (16, 12)].map { size in
      TIFFPage(Canvas(width: size.0, height: size.1, .black))
    }
    let folder = try temporaryFolder(["1.tif": tiff(levels), "2.tif": Array("no TIFF".utf8)])
    let publication = try open(folder.path)
    #expect(publication.pageCount == 2)
    #expect(publication.failure(page: 1)?.message.hasPrefix("2.tif: ") == true)
  }

  @Test func theFirstFrameOfAnAnimatedGIFIsThePage() throws {
    let publication = try open(
      gif(width: 30, height: 20, frames: [.pureRed, .pureGreen, .pureBlue]))
    #expect(publication.pageCount == 1)
    #expect(try publication.canvas() == Canvas(width: 30, height: 20, .pureRed))
  }

  @Test func theFirstFrameOfAnAnimatedWebPIsThePage() throws {
    let first = Canvas.quadrants(width: 30, height: 20)
    let publication = try open(animatedWebP([first, Canvas(width: 30, height: 20, .black)]))
    #expect(publication.pageCount == 1)
    #expect(try publication.canvas() == first)
  }
}
