import CRectoSPNG
import RectoPageModel
import Testing

/// The kinds of samples: gray, with alpha, of 16 bits, CMYK, with a profile.
@Suite struct SampleTests {
  private func png(_ colorType: spng_color_type, bits: Int = 8, _ samples: [UInt8]) throws
    -> [UInt8]
  {
    let channels = [
      SPNG_COLOR_TYPE_GRAYSCALE: 1, SPNG_COLOR_TYPE_GRAYSCALE_ALPHA: 2,
      SPNG_COLOR_TYPE_TRUECOLOR: 3, SPNG_COLOR_TYPE_TRUECOLOR_ALPHA: 4,
    ]
    let width = samples.count / (channels[colorType] ?? 1) / (bits / 8)
    return try ImageBackendTests.png(
      width: width, height: 1, bits: bits, colorType: colorType, samples: samples)
  }

  private func gray(_ value: UInt8) -> Color { Color(red: value, green: value, blue: value) }

  private func colors(_ bytes: [UInt8], over background: Color = .white) throws -> [Color] {
    try open(bytes).canvas(RenderRequest(background: background)).colors
  }

  @Test func grayStaysGray() throws {
    let samples: [UInt8] = [0, 1, 127, 128, 254, 255]
    #expect(try colors(png(SPNG_COLOR_TYPE_GRAYSCALE, samples)) == samples.map(gray))
    let page = TIFFPage(width: 6, height: 1, samples: samples, samplesPerPixel: 1, photometric: 1)
    #expect(try colors(tiff([page])) == samples.map(gray))
    let inverted = TIFFPage(
      width: 6, height: 1, samples: samples, samplesPerPixel: 1, photometric: 0)
    #expect(try colors(tiff([inverted])) == samples.map { gray(255 - $0) })
  }

  @Test func blackAndWhiteIsBlackAndWhite() throws {
    let page = TIFFPage(
      width: 8, height: 1, samples: [0b1011_0010], bits: 1, samplesPerPixel: 1, photometric: 1)
    let expected = [255, 0, 255, 255, 0, 0, 255, 0].map { gray($0) }
    #expect(try colors(tiff([page])) == expected)
  }

  @Test func of16BitsTheUpper8AreShown() throws {
    let samples = [0x0000, 0x12FF, 0xAB00, 0xFFFF, 0x8000, 0x7FFF].map { UInt16($0) }
    let bytes = samples.flatMap(\.littleEndianBytes)
    let expected = samples.map { gray(UInt8($0 >> 8)) }
    let grays = try colors(png(SPNG_COLOR_TYPE_GRAYSCALE, bits: 16, bytes))
    #expect(grays == expected)
    let rgb = try colors(png(SPNG_COLOR_TYPE_TRUECOLOR, bits: 16, bytes))
    #expect(
      rgb == [Color(red: 0, green: 0x12, blue: 0xAB), Color(red: 255, green: 0x80, blue: 0x7F)])
    let page = TIFFPage(width: 2, height: 1, samples: bytes, bits: 16)
    #expect(try colors(tiff([page])) == rgb)
  }

  /// A half, a whole and nothing of red.
  private let reds: [UInt8] = [255, 0, 0, 128, 255, 0, 0, 255, 255, 0, 0, 0]

  @Test func theBackgroundShinesThrough() throws {
    let page = TIFFPage(
      width: 3, height: 1, samples: reds, samplesPerPixel: 4, photometric: 2, extraSample: 2)
    let canvas = Canvas(width: 3, height: 1) { x, _ in
      Color(red: 255, green: 0, blue: 0, alpha: [128, 255, 0][x])
    }
    for bytes in [try png(SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, reds), tiff([page]), try webp(canvas)] {
      let onWhite = try colors(bytes)
      #expect(onWhite[0].difference(Color(red: 255, green: 127, blue: 127)) <= 1)
      #expect(Array(onWhite.dropFirst()) == [.pureRed, .white])
      let onBlue = try colors(bytes, over: .pureBlue)
      #expect(onBlue[0].difference(Color(red: 128, green: 0, blue: 127)) <= 1)
      #expect(Array(onBlue.dropFirst()) == [.pureRed, .pureBlue])
    }
  }

  @Test func overNothingAlphaStays() throws {
    let colors = try colors(png(SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, reds), over: .transparent)
    #expect(colors[0].difference(Color(red: 128, green: 0, blue: 0, alpha: 128)) <= 1)
    #expect(Array(colors.dropFirst()) == [.pureRed, .transparent])
  }

  @Test func anOpaquePictureCoversATransparentBackground() throws {
    #expect(try colors(png(SPNG_COLOR_TYPE_GRAYSCALE, [7]), over: .transparent) == [gray(7)])
  }

  @Test func grayWithAlphaShinesThroughToo() throws {
    let bytes = try png(SPNG_COLOR_TYPE_GRAYSCALE_ALPHA, [0, 128, 0, 255, 0, 0])
    let onWhite = try colors(bytes)
    #expect(onWhite[0].difference(gray(127)) <= 1)
    #expect(Array(onWhite.dropFirst()) == [.black, .white])
  }

  @Test func theColorOfAPixelThatIsNotThereDoesNotBleed() throws {
    let bytes = try png(SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, [0, 0, 255, 255, 255, 0, 0, 0])
    let request = RenderRequest(scale: .pixelsPerPoint(0.5))
    let pixel = try open(bytes).canvas(request)[0, 0]
    #expect(pixel.difference(Color(red: 127, green: 127, blue: 255)) <= 1)
  }

  @Test func inkOnPaperIsDark() throws {
    // No ink, all black, cyan, magenta, yellow.
    let inks: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0]
    let page = TIFFPage(width: 5, height: 1, samples: inks, samplesPerPixel: 4, photometric: 5)
    expectInks(try colors(tiff([page])))
    // Each color on a block of its own, since JPEG mixes within blocks.
    let blocks = (0..<16).flatMap { _ in
      stride(from: 0, to: inks.count, by: 4).flatMap { start in
        (0..<16).flatMap { _ in inks[start..<start + 4].map { 255 - $0 } }
      }
    }
    let canvas = try open(jpeg(invertedCMYK: blocks, width: 80, height: 16)).canvas()
    expectInks(stride(from: 8, to: 80, by: 16).map { canvas[$0, 8] })
  }

  private func expectInks(_ colors: [Color]) {
    #expect(colors.count == 5)
    #expect(colors[0].difference(.white) <= 2)
    #expect(max(colors[1].red, colors[1].green, colors[1].blue) < 80)
    #expect(colors[2].blue > colors[2].red + 100)
    #expect(colors[3].red > colors[3].green + 100)
    #expect(colors[4].red > colors[4].blue + 100)
  }

  @Test func aProfileIsConvertedToSRGB() throws {
    let canvas = Canvas(width: 2, height: 1) { x, _ in x == 0 ? .pureRed : .white }
    let bytes = try ImageBackendTests.png(
      width: 2, height: 1, colorType: SPNG_COLOR_TYPE_TRUECOLOR, samples: canvas.rgb,
      profile: profileWithRedAndGreenExchanged())
    let colors = try colors(bytes)
    #expect(colors[0].difference(.pureGreen) <= 3)
    #expect(colors[1].difference(.white) <= 1)
  }
}
