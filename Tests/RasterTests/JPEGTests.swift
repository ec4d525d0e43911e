import RectoPageModel
import RectoRaster
import TestSupport
import Testing

@Suite struct JPEGTests {
  /// Slow changes only, which JPEG keeps.
  private func slope(width: Int, height: Int) -> Bitmap {
    makeBitmap(PixelSize(width: width, height: height)) { x, y in
      Color(red: UInt8(x * 255 / width), green: UInt8(y * 255 / height), blue: 60)
    }
  }

  private func samples(of bitmap: Bitmap) -> DecodedImage {
    DecodedImage(
      width: bitmap.size.width, height: bitmap.size.height, channels: 3,
      samples: colors(of: bitmap).flatMap { [$0.red, $0.green, $0.blue] })
  }

  @Test(arguments: [85, 95]) func thePictureIsNearlyTheSame(quality: Int) throws {
    let bitmap = slope(width: 203, height: 101)
    let image = try decodeJPEG(try encode(bitmap, EncodeOptions(format: .jpeg, quality: quality)))
    #expect(meanDifference(image, samples(of: bitmap)) < 2)
  }

  @Test func everyOddWidthIsKept() throws {
    for width in 1...17 {
      let bitmap = slope(width: width, height: 2)
      let image = try decodeJPEG(try encode(bitmap, EncodeOptions(format: .jpeg, quality: 100)))
      #expect((image.width, image.height) == (width, 2))
    }
  }

  @Test func whatIsTransparentIsWhite() throws {
    let bitmap = Bitmap(size: PixelSize(width: 16, height: 16), format: .bgra)
    bitmap.fill(.transparent)
    let image = try decodeJPEG(try encode(bitmap, EncodeOptions(format: .jpeg)))
    #expect(image.samples.allSatisfy { $0 == 255 })
  }

  @Test func aGrayPictureIsAGrayFile() throws {
    let file = try encode(Picture.grays.bitmap(width: 30, height: 30), EncodeOptions(format: .jpeg))
    #expect(try decodeJPEG(file).channels == 1)
    let color = try encode(
      Picture.colors.bitmap(width: 30, height: 30), EncodeOptions(format: .jpeg))
    #expect(try decodeJPEG(color).channels == 3)
  }

  @Test func aLowerQualityIsASmallerFile() throws {
    let bitmap = Picture.colors.bitmap(width: 200, height: 200)
    let sizes = try [10, 50, 85, 100].map { quality in
      try encode(bitmap, EncodeOptions(format: .jpeg, quality: quality)).count
    }
    #expect(sizes == sizes.sorted())
    #expect(Set(sizes).count == 4)
  }

  @Test(arguments: [72.0, 150, 300]) func theFileSaysItsDensity(density: Double) throws {
    for picture in [Picture.colors, .grays] {
      let file = try encode(
        picture.bitmap(width: 8, height: 8), EncodeOptions(format: .jpeg, dotsPerInch: density))
      #expect(try decodeJPEG(file).dotsPerInch == density)
    }
  }

  @Test func aSideBeyondTheFormatIsALimit() {
    let error = #expect(throws: PageError.self) {
      try encode(Bitmap(size: PixelSize(width: 65_501, height: 1)), EncodeOptions(format: .jpeg))
    }
    #expect(error?.code == .limit)
  }
}
