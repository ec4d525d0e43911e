import RectoPageModel
import RectoRaster
import Testing

@Suite struct RegionTests {
  /// The same numbers on every run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static let canvas = Canvas.colors(width: 83, height: 61)

  private static func file(_ format: String) throws -> [UInt8] {
    switch format {
    case "tiff":
      var page = TIFFPage(canvas)
      page.orientation = 6
      page.resolution = (204, 98)
      return tiff([page])
    case "tiff of tiles", "tiff of strips":
      var page = TIFFPage(canvas)
      if format == "tiff of tiles" { page.tileSide = 16 } else { page.rowsPerStrip = 7 }
      return tiff([page])
    case "lossless webp": return try webp(canvas)
    case "turned jpeg": return jpeg(try canvas.encoded(.jpeg), orientation: 7)
    case "jpeg": return try canvas.encoded(.jpeg, dotsPerInch: 100)
    default: return try canvas.encoded(.png, dotsPerInch: 110)
    }
  }

  @Test(arguments: [
    "png", "jpeg", "turned jpeg", "tiff", "tiff of tiles", "tiff of strips", "lossless webp",
  ])
  func aRegionHasThePixelsOfTheWholePage(format: String) throws {
    let page = try open(Self.file(format)).page(at: 0)
    var numbers = Numbers(state: 20)
    for _ in 0..<60 {
      var request = RenderRequest(
        scale: .pixelsPerPoint(.random(in: 0.08...3.2, using: &numbers)),
        rotation: Rotation.allCases.randomElement(using: &numbers) ?? .none)
      let whole = try page.canvas(request)
      let origin = try page.grid(request).transform
      request.region = Rect(
        x: .random(in: -5...page.size.width * 0.9, using: &numbers),
        y: .random(in: -5...page.size.height * 0.9, using: &numbers),
        width: .random(in: 6...page.size.width, using: &numbers),
        height: .random(in: 6...page.size.height, using: &numbers))
      let part = try page.canvas(request)
      let shifted = try page.grid(request).transform
      let crop = whole.crop(
        x: Int((origin.x0 - shifted.x0).rounded()), y: Int((origin.y0 - shifted.y0).rounded()),
        width: part.width, height: part.height)
      #expect(crop == part, "\(request.canonicalForm)")
    }
  }

  @Test(arguments: [0.25, 0.5, 1, 2, 3]) func aTurnedPageIsThePageTurned(scale: Double) throws {
    let canvas = Canvas.colors(width: 48, height: 32)
    let publication = try open(canvas.encoded())
    var request = RenderRequest(scale: .pixelsPerPoint(scale))
    let upright = try publication.canvas(request)
    for rotation in Rotation.allCases {
      request.rotation = rotation
      #expect(try publication.canvas(request) == upright.turned(rotation), "\(rotation)")
    }
  }

  @Test func atItsOwnResolutionAPageIsItsPicture() throws {
    let publication = try open(Self.canvas.encoded(dotsPerInch: 144))
    #expect(try publication.canvas(RenderRequest(scale: .pixelsPerPoint(2))) == Self.canvas)
  }

  @Test(arguments: [ImageFormat.png, .jpeg, .webp])
  func aReducedPageKeepsItsColors(format: ImageFormat) throws {
    let publication = try open(Canvas.quadrants(width: 256, height: 256).encoded(format))
    for divisor in [2, 4, 8, 16] {
      let side = 256 / divisor
      let request = RenderRequest(scale: .fit(PixelSize(width: side, height: side)))
      let rendered = try publication.canvas(request)
      #expect((rendered.width, rendered.height) == (side, side))
      let corners = [(0, 0), (side - 1, 0), (0, side - 1), (side - 1, side - 1)]
      for ((x, y), color) in zip(corners, [Color.pureRed, .pureGreen, .pureBlue, .pureYellow]) {
        #expect(rendered[x, y].difference(color) <= 4, "1:\(divisor) at \(x), \(y)")
      }
    }
  }

  /// One pixel for 2 x 2 pixels of four colors is their mean.
  @Test func aReducedPixelIsTheMeanOfThoseItStandsFor() throws {
    let publication = try open(Canvas.quadrants(width: 2, height: 2).encoded())
    let pixel = try publication.canvas(RenderRequest(scale: .pixelsPerPoint(0.5)))
    #expect(pixel.colors.count == 1)
    #expect(pixel[0, 0].difference(Color(red: 128, green: 128, blue: 64)) <= 1)
  }

  @Test func aPageBeyondTheLastDoesNotExist() throws {
    let publication = try open(Self.canvas.encoded())
    for index in [-1, 1, Int.max] { #expect(publication.failure(page: index)?.code == .noSuchPage) }
  }
}
