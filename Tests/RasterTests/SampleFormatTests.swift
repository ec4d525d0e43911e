import RectoPageModel
import RectoRaster
import TestSupport
import Testing

@Suite struct SampleFormatTests {
  @Test(arguments: Picture.allCases) func aPortableMapIsReadBackAsItWas(picture: Picture) throws {
    for width in Array(1...17) + [100] {
      let file = try encode(picture.bitmap(width: width, height: 3), EncodeOptions(format: .ppm))
      #expect(
        try decodePortableMap(file) == picture.decoded(width: width, height: 3), "\(width) wide")
    }
  }

  @Test(arguments: Picture.allCases) func rawIsTheSamplesAndNothingElse(picture: Picture) throws {
    for width in Array(1...17) + [100] {
      let file = try encode(picture.bitmap(width: width, height: 3), EncodeOptions(format: .raw))
      #expect(file == picture.decoded(width: width, height: 3).samples, "\(width) wide")
    }
  }

  @Test func rawWithAlphaHasFourStraightSamples() throws {
    let bitmap = makeBitmap(PixelSize(width: 2, height: 1), format: .bgra) { x, _ in
      x == 0 ? Color(red: 255, green: 0, blue: 0, alpha: 51) : .transparent
    }
    #expect(try encode(bitmap, EncodeOptions(format: .raw)) == [255, 0, 0, 51, 0, 0, 0, 0])
  }

  @Test func straightSamplesAreRounded() throws {
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1), format: .bgra)
    // Premultiplied: 85 of 170 is 127.5 of 255, and 84 is 126.
    bitmap.withPixels {
      $0.storeBytes(of: 170 << 24 | 85 << 16 | 84 << 8 | 170, as: UInt32.self)
    }
    #expect(try encode(bitmap, EncodeOptions(format: .raw)) == [128, 126, 255, 170])
  }

  @Test func aPortableMapHasWhiteUnderWhatIsTransparent() throws {
    let bitmap = makeBitmap(PixelSize(width: 3, height: 1), format: .bgra) { x, _ in
      x == 0 ? .transparent : Color(red: 255, green: 0, blue: 0, alpha: x == 1 ? 51 : 255)
    }
    let image = try decodePortableMap(try encode(bitmap, EncodeOptions(format: .ppm)))
    #expect(image.channels == 3)
    #expect(image.samples == [255, 255, 255, 255, 204, 204, 255, 0, 0])
  }

  @Test func anImpossiblePixelSpoilsNoOther() throws {
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1), format: .bgra)
    // More color than alpha.
    bitmap.withPixels { $0.storeBytes(of: 0x10_FF_80_FF, as: UInt32.self) }
    let image = try decodePortableMap(try encode(bitmap, EncodeOptions(format: .ppm)))
    #expect(image.samples.allSatisfy { $0 == 255 })
  }
}

@Suite struct ImageEncoderTests {
  @Test(arguments: ImageFormat.allCases) func anEncoderUsedAgainGivesTheSameBytes(
    format: ImageFormat
  ) throws {
    let used = ImageEncoder()
    let options = EncodeOptions(format: format, dotsPerInch: 150)
    // Larger, smaller, gray, with alpha: what the one before left must not show.
    let bitmaps = [
      Picture.colors.bitmap(width: 200, height: 90), Picture.grays.bitmap(width: 31, height: 7),
      makeBitmap(PixelSize(width: 9, height: 9), format: .bgra) { x, y in
        Color(red: 90, green: 9, blue: 200, alpha: UInt8(x * 28 + y))
      },
      Picture.colors.bitmap(width: 1, height: 1), Picture.colors.bitmap(width: 200, height: 90),
    ]
    for bitmap in bitmaps {
      #expect(try alike(encode(bitmap, options, with: used), encode(bitmap, options)))
    }
  }

  @Test func theLevelOfOneFileDoesNotChangeTheNext() throws {
    let encoder = ImageEncoder()
    let bitmap = Picture.colors.bitmap(width: 64, height: 64)
    let before = try encode(bitmap, EncodeOptions(level: 1), with: encoder)
    _ = try encode(bitmap, EncodeOptions(level: 9), with: encoder)
    #expect(try alike(encode(bitmap, EncodeOptions(level: 1), with: encoder), before))
  }

  @Test func encodingLeavesTheBitmapAsItWas() throws {
    let bitmap = Picture.colors.bitmap(width: 19, height: 5)
    let before = colors(of: bitmap)
    for format in ImageFormat.allCases { _ = try encode(bitmap, EncodeOptions(format: format)) }
    #expect(colors(of: bitmap) == before)
  }

  @Test func anErrorOfTheReaderReachesTheCaller() {
    let error = #expect(throws: PageError.self) {
      try ImageEncoder().encode(Picture.colors.bitmap(width: 2, height: 2), EncodeOptions()) {
        _ throws(PageError) in throw PageError(.cannotWrite, "the disk is full")
      }
    }
    #expect(error == PageError(.cannotWrite, "the disk is full"))
  }

  @Test func aFormatIsNamedByTheExtensionsInUse() {
    for (ending, format) in [
      ("png", ImageFormat.png), ("JPG", .jpeg), ("jpeg", .jpeg), ("webp", .webp), ("ppm", .ppm),
      ("pgm", .ppm), ("raw", .raw),
    ] {
      #expect(ImageFormat(fileExtension: ending) == format)
    }
    #expect(ImageFormat(fileExtension: "pdf") == nil)
    for format in ImageFormat.allCases {
      #expect(ImageFormat(fileExtension: format.fileExtension) == format)
    }
    #expect(ImageFormat.jpeg.fileExtension == "jpg" && ImageFormat.tiff.fileExtension == "tif")
    #expect(ImageFormat.jpeg.mediaType == "image/jpeg" && ImageFormat.jxl.mediaType == "image/jxl")
  }
}
