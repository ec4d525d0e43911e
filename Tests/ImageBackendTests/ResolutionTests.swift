import CRectoSPNG
import RectoPageModel
import RectoRaster
import TestSupport
import Testing

@Suite struct ResolutionTests {
  private let canvas = Canvas.quadrants(width: 96, height: 48)

  private func pngSize(_ x: Int, _ y: Int) throws -> Size {
    let file = try png(
      width: 96, height: 48, colorType: SPNG_COLOR_TYPE_TRUECOLOR, samples: canvas.rgb,
      pixelsPerMetre: (x, y))
    return try open(file).page(at: 0).size
  }

  private func size(dpi x: Double, _ y: Double) -> Size {
    Size(width: 96 * 72 / x, height: 48 * 72 / y)
  }

  private func isNear(_ a: Size, _ b: Size) -> Bool {
    abs(a.width - b.width) < 1e-9 && abs(a.height - b.height) < 1e-9
  }

  @Test(arguments: [72.0, 150, 300, 600]) func theStatedResolutionMakesThePoints(dpi: Double) throws
  {
    for format in [ImageFormat.png, .jpeg] {
      let page = try open(canvas.encoded(format, dotsPerInch: dpi)).page(at: 0)
      #expect(isNear(page.size, size(dpi: dpi, dpi)), "\(format)")
    }
  }

  @Test func aFileThatStatesNoneHas72() throws {
    for format in [ImageFormat.png, .jpeg, .webp] {
      let page = try open(canvas.encoded(format)).page(at: 0)
      #expect(page.size == Size(width: 96, height: 48), "\(format)")
    }
    #expect(try open(tiff([TIFFPage(canvas)])).page(at: 0).size == Size(width: 96, height: 48))
  }

  /// 25.4 dpi, which libvips gives where a file is silent; 2 dpi; 12,700 dpi.
  @Test(arguments: [1000, 79, 500_000]) func aResolutionThatNobodyMeansIs72(perMetre: Int) throws {
    #expect(try pngSize(perMetre, perMetre) == Size(width: 96, height: 48))
  }

  @Test func aJPEGThatStatesProportionsOnlyHas72() throws {
    let file = jpeg(try canvas.encoded(.jpeg), unit: 0, x: 300, y: 300)
    #expect(try open(file).page(at: 0).size == Size(width: 96, height: 48))
  }

  @Test func eachAxisHasItsOwn() throws {
    let fax = size(dpi: 204, 98)
    #expect(isNear(try pngSize(8031, 3858), fax))
    let photograph = jpeg(try canvas.encoded(.jpeg), unit: 1, x: 204, y: 98)
    #expect(isNear(try open(photograph).page(at: 0).size, fax))
    var page = TIFFPage(canvas)
    page.resolution = (204, 98)
    #expect(isNear(try open(tiff([page])).page(at: 0).size, fax))
  }

  @Test func anAxisWithoutASensibleOneIsLikeTheOther() throws {
    #expect(isNear(try pngSize(11_811, 79), size(dpi: 300, 300)))
    #expect(isNear(try pngSize(79, 11_811), size(dpi: 300, 300)))
  }

  @Test func dotsPerCentimetreAreUnderstood() throws {
    var page = TIFFPage(canvas)
    page.resolution = (100, 100)
    page.resolutionUnit = 3
    #expect(isNear(try open(tiff([page])).page(at: 0).size, size(dpi: 254, 254)))
    let photograph = jpeg(try canvas.encoded(.jpeg), unit: 2, x: 100, y: 100)
    #expect(isNear(try open(photograph).page(at: 0).size, size(dpi: 254, 254)))
  }

  @Test func theAxesOfATurnedPictureAreThoseOfItsStoredPixels() throws {
    var page = TIFFPage(canvas)
    page.resolution = (204, 98)
    page.orientation = 6
    let publication = try open(tiff([page]))
    #expect(isNear(try publication.page(at: 0).size, size(dpi: 204, 98).transposed))
  }

  /// Three points to a pixel in x, one and a half in y: the quarters stay where they are.
  @Test func pixelsThatAreNotSquareFillTheirPage() throws {
    var page = TIFFPage(canvas)
    page.resolution = (24, 48)
    let rendered = try open(tiff([page])).canvas()
    #expect((rendered.width, rendered.height) == (288, 72))
    #expect(rendered[20, 10] == .pureRed)
    #expect(rendered[260, 10] == .pureGreen)
    #expect(rendered[20, 60] == .pureBlue)
    #expect(rendered[260, 60] == .pureYellow)
  }

  /// Covers of comics often state another resolution than the pages that a program made.
  @Test func aPageThatWouldBeFarHigherIsAsHighAsTheFirst() throws {
    let wide = Canvas.quadrants(width: 192, height: 48)
    let pages = [
      ("0.jpg", try canvas.encoded(.jpeg, dotsPerInch: 300)),
      ("1.jpg", try canvas.encoded(.jpeg, dotsPerInch: 72)),
      ("2.jpg", try wide.encoded(.jpeg)),
      // A little higher or lower is what it states.
      ("3.jpg", try canvas.encoded(.jpeg, dotsPerInch: 250)),
    ]
    let folder = try temporaryFolder()
    let path = try folder.write(archive(pages.map { ZipEntry($0.0, $0.1) }), to: "comic.cbz")
    let publication = try open(path)
    // Whichever page is read first.
    let sizes = try [3, 2, 1, 0].map { try publication.page(at: $0).size }
    #expect(isNear(sizes[0], size(dpi: 250, 250)))
    #expect(isNear(sizes[1], Size(width: 2 * 96 * 72 / 300, height: 48 * 72 / 300)))
    #expect(isNear(sizes[2], size(dpi: 300, 300)))
    #expect(isNear(sizes[3], size(dpi: 300, 300)))
  }
}
