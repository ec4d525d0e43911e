import RectoPageModel
import RectoRaster
import TestSupport
import Testing

@Suite struct PNGTests {
  @Test(arguments: Picture.allCases, [1, 6])
  func everyWidthIsReadBackAsItWas(picture: Picture, level: Int) throws {
    for width in Array(1...33) + [100] {
      for height in [1, 3] {
        let file = try encode(
          picture.bitmap(width: width, height: height), EncodeOptions(format: .png, level: level))
        // A single gray pixel with another blue is a color picture too.
        #expect(
          try decodePNG(file) == picture.decoded(width: width, height: height), "\(width) wide")
      }
    }
  }

  @Test(arguments: 1...9) func everyLevelHoldsTheSamePicture(level: Int) throws {
    let file = try encode(
      Picture.colors.bitmap(width: 301, height: 200), EncodeOptions(format: .png, level: level))
    #expect(try decodePNG(file) == Picture.colors.decoded(width: 301, height: 200))
  }

  @Test func manyBandsOfRowsMakeOnePicture() throws {
    // Rows are compressed in bands of 96 KiB; these are some 20 of them, and rows beyond one.
    for (width, height) in [(700, 900), (40_000, 3)] {
      let file = try encode(Picture.colors.bitmap(width: width, height: height), EncodeOptions())
      #expect(try decodePNG(file) == Picture.colors.decoded(width: width, height: height))
    }
  }

  /// The compressor looked its first bytes up beside a hash of its own address: one file of
  /// thousands had other bytes.
  @Test func theFileDoesNotDependOnTheEncodersAddress() throws {
    let encoders = [ImageEncoder(), ImageEncoder()]
    let differing = try (0..<20_000).count { index in
      let color = Color(red: UInt8(index & 255), green: UInt8(index >> 8), blue: 90)
      let bitmap = makeBitmap(PixelSize(width: 20, height: 40)) { _, _ in color }
      let files = try encoders.map { try encode(bitmap, EncodeOptions(), with: $0) }
      return files[0] != files[1]
    }
    #expect(differing == 0)
  }

  @Test func noiseThatDoesNotCompressIsReadBackToo() throws {
    var state: UInt32 = 1
    let size = PixelSize(width: 513, height: 700)
    let bitmap = makeBitmap(size) { _, _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Color(
        red: UInt8(state >> 24), green: UInt8(state >> 16 & 255), blue: UInt8(state >> 8 & 255))
    }
    let wanted = colors(of: bitmap).flatMap { [$0.red, $0.green, $0.blue] }
    for level in [1, 5] {
      #expect(alike(try decodePNG(encode(bitmap, EncodeOptions(level: level))).samples, wanted))
    }
  }

  @Test func theHighestLevelIsSmallerThanTheFastest() throws {
    let page = Picture.grays.bitmap(width: 600, height: 800)
    let fast = try encode(page, EncodeOptions(level: 1))
    let small = try encode(page, EncodeOptions(level: 9))
    #expect(small.count < fast.count)
  }

  @Test(arguments: [1, 9]) func alphaIsStraightInTheFile(level: Int) throws {
    let colors = [
      Color(red: 255, green: 128, blue: 0, alpha: 128), Color(red: 200, green: 100, blue: 50),
      Color(red: 0, green: 0, blue: 255, alpha: 64), .transparent, .white,
      Color(red: 255, green: 255, blue: 255, alpha: 1),
    ]
    let size = PixelSize(width: colors.count, height: 1)
    let bitmap = makeBitmap(size, format: .bgra) { x, _ in colors[x] }
    let image = try decodePNG(try encode(bitmap, EncodeOptions(level: level)))
    #expect(image.channels == 4)
    for (x, color) in colors.enumerated() {
      let pixel = image[x, 0]
      #expect(pixel[3] == color.alpha)
      // Premultiplied parts have as many steps as the alpha says.
      let tolerance = color.alpha == 0 ? 255 : 127 / Int(color.alpha) + 1
      for (read, part) in zip(pixel, [color.red, color.green, color.blue]) {
        #expect(abs(Int(read) - Int(part)) <= tolerance)
      }
    }
  }

  @Test(arguments: [1, 9]) func aWhollyTransparentPictureStaysOne(level: Int) throws {
    let bitmap = Bitmap(size: PixelSize(width: 5, height: 4), format: .bgra)
    bitmap.fill(.transparent)
    let image = try decodePNG(try encode(bitmap, EncodeOptions(level: level)))
    #expect(image.channels == 4)
    #expect(image.samples.allSatisfy { $0 == 0 })
  }

  @Test(arguments: [1, 9], [72.0, 150, 299.5]) func theFileSaysItsDensity(
    level: Int, density: Double
  ) throws {
    let file = try encode(
      Picture.colors.bitmap(width: 3, height: 3), EncodeOptions(level: level, dotsPerInch: density))
    let read = try #require(try decodePNG(file).dotsPerInch)
    // The format counts whole pixels a meter.
    #expect(abs(read - density) <= 0.0127)
  }

  @Test func withoutADensityTheFileStatesNone() throws {
    #expect(
      try decodePNG(try encode(Picture.colors.bitmap(width: 3, height: 3), EncodeOptions()))
        .dotsPerInch == nil)
  }
}
