import RectoPageModel
import RectoRaster
import Testing

@Suite struct DamagedImageTests {
  private let canvas = Canvas.quadrants(width: 128, height: 256)

  /// Noise, so that half of a JPEG file is about half of the picture.
  private let noise = Canvas.colors(width: 128, height: 256)

  @Test func aJPEGThatIsCutOffShowsWhatThereIs() throws {
    let whole = try open(noise.encoded(.jpeg)).canvas()
    let file = try noise.encoded(.jpeg)
    let publication = try open(Array(file.prefix(file.count / 2)))
    let rendered = try publication.canvas()
    let top = try #require(rendered.crop(x: 0, y: 0, width: 128, height: 64))
    #expect(top == whole.crop(x: 0, y: 0, width: 128, height: 64))
    #expect(rendered != whole)
    #expect(publication.info.warnings.map(\.code) == ["damaged-image"])
    #expect(publication.info.warnings.map(\.page) == [0])
    let message = publication.info.warnings.first?.message
    #expect(message?.hasPrefix("the image is damaged and shown as far as it can be") == true)
  }

  @Test func aProgressiveJPEGThatIsCutOffIsWholeInLessDetail() throws {
    let file = try progressiveJPEG(canvas)
    let publication = try open(Array(file.prefix(file.count * 3 / 4)))
    let rendered = try publication.canvas()
    for (x, y, color) in [(32, 64, Color.pureRed), (96, 64, .pureGreen), (32, 192, .pureBlue)] {
      #expect(rendered[x, y].difference(color) < 120, "\(x), \(y)")
    }
    #expect(publication.info.warnings.map(\.code) == ["damaged-image"])
  }

  /// Rows are read in strips, here of 160: the last one that is whole ends at row 320.
  @Test func aPNGThatIsCutOffShowsItsUpperRows() throws {
    let large = Canvas(width: 512, height: 512) { x, y in
      let value = UInt32(truncatingIfNeeded: (x &+ y &* 512) &* 0x9E37_79B1)
      return Color(
        red: UInt8(value >> 24), green: UInt8(value >> 16 & 255), blue: UInt8(value >> 8 & 255))
    }
    let file = try large.encoded(.png)
    let publication = try open(Array(file.prefix(file.count * 3 / 4)))
    let rendered = try publication.canvas()
    #expect(
      rendered.crop(x: 0, y: 0, width: 512, height: 320)
        == large.crop(x: 0, y: 0, width: 512, height: 320))
    #expect(rendered[0, 511] == .white)
    #expect(publication.info.warnings.map(\.code) == ["damaged-image"])
  }

  @Test(arguments: [ImageFormat.png, .webp])
  func anImageOfWhichNoRowIsLeftFails(format: ImageFormat) throws {
    let file = format == .png ? try noise.encoded() : try webp(noise)
    let error = #expect(throws: PageError.self) {
      _ = try open(Array(file.prefix(file.count * 3 / 4))).canvas()
    }
    let name = format == .png ? "PNG" : "WebP"
    #expect(error?.code == .damaged)
    #expect(error?.message.hasPrefix("the \(name) image is damaged: ") == true)
  }

  @Test func everyPrefixOfAnImageOpensOrFails() throws {
    let small = Canvas.colors(width: 24, height: 24)
    let files = [
      try small.encoded(.png), try small.encoded(.jpeg), try webp(small),
      try progressiveJPEG(small), tiff([TIFFPage(small)]),
      gif(width: 24, height: 24, frames: [.pureRed]),
    ]
    for file in files {
      for count in stride(from: 1, to: file.count, by: max(1, file.count / 40)) {
        do {
          let rendered = try open(Array(file.prefix(count))).canvas()
          #expect((rendered.width, rendered.height) == (24, 24))
        } catch let error as PageError {
          #expect([.damaged, .unsupported].contains(error.code), "\(error.message)")
          #expect(!error.message.isEmpty && !error.message.hasSuffix("."))
        }
      }
    }
  }

  /// The sizes are those of the header, so that opening costs nothing.
  private func expectLimit(
    _ file: [UInt8], _ words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let error = try open(file).failure(page: 0, sourceLocation: sourceLocation)
    #expect(error?.code == .limit, sourceLocation: sourceLocation)
    #expect(error?.message.contains(words) == true, sourceLocation: sourceLocation)
  }

  @Test func moreMegapixelsThanCanBeDecodedAreALimit() throws {
    try expectLimit(hollowPNG(width: 40_000, height: 40_000), "1600 megapixels")
    let small = try canvas.encoded(.jpeg)
    try expectLimit(jpeg(small, width: 65_500, height: 65_500), "4290 megapixels")
    var page = TIFFPage(Canvas(width: 1, height: 1, .pureRed))
    page.width = 30_000
    page.height = 30_000
    try expectLimit(tiff([page]), "900 megapixels")
  }

  @Test func aPictureThatHasToBeHeldIsLimitedByItsMemory() throws {
    let interlaced = hollowPNG(width: 20_000, height: 15_000, isInterlaced: true)
    try expectLimit(interlaced, "decoding this PNG image takes")
    let progressive = jpeg(try progressiveJPEG(canvas), width: 16_000, height: 16_000)
    try expectLimit(progressive, "decoding this JPEG image takes")
  }

  @Test(arguments: [(0, 0), (0, 9), (9, 0), (UInt32.max, UInt32.max)])
  func sidesThatNoPictureHasAreRefused(width: UInt32, height: UInt32) {
    #expect(refusal(hollowPNG(width: width, height: height))?.code == .damaged)
  }
}
