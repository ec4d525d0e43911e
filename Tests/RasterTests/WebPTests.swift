import RectoPageModel
import RectoRaster
import TestSupport
import Testing

@Suite struct WebPTests {
  @Test(arguments: Picture.allCases) func qualityOneHundredIsLossless(picture: Picture) throws {
    for width in Array(1...17) + [100] {
      let file = try encode(
        picture.bitmap(width: width, height: 5), EncodeOptions(format: .webp, quality: 100))
      #expect(try decodeWebP(file) == picture.decoded(width: width, height: 5).rgb, "\(width) wide")
    }
  }

  @Test func aLowerQualityIsNearlyTheSamePictureInFewerBytes() throws {
    let bitmap = makeBitmap(PixelSize(width: 120, height: 90)) { x, y in
      Color(red: UInt8(x * 2), green: UInt8(y * 2), blue: 90)
    }
    let exact = try encode(bitmap, EncodeOptions(format: .webp, quality: 100))
    let near = try encode(bitmap, EncodeOptions(format: .webp, quality: 80))
    let rough = try encode(bitmap, EncodeOptions(format: .webp, quality: 5))
    #expect(rough.count < near.count)
    #expect(meanDifference(try decodeWebP(near), try decodeWebP(exact)) < 4)
  }

  @Test(arguments: [80, 100]) func alphaIsStraightInTheFile(quality: Int) throws {
    let half = Color(red: 255, green: 128, blue: 0, alpha: 128)
    let bitmap = makeBitmap(PixelSize(width: 16, height: 16), format: .bgra) { x, _ in
      x < 8 ? half : .transparent
    }
    let image = try decodeWebP(try encode(bitmap, EncodeOptions(format: .webp, quality: quality)))
    #expect(image.channels == 4)
    #expect(image[15, 8][3] == 0)
    let pixel = image[2, 8]
    #expect(pixel[3] == 128)
    for (read, part) in zip(pixel, [255, 128, 0]) {
      #expect(abs(Int(read) - part) <= (quality == 100 ? 2 : 12))
    }
  }

  @Test func aSideBeyondTheFormatIsALimitThatSaysWhatToDo() {
    let error = #expect(throws: PageError.self) {
      try encode(Bitmap(size: PixelSize(width: 16_384, height: 1)), EncodeOptions(format: .webp))
    }
    #expect(error?.code == .limit)
    #expect(error?.message.contains("16383") == true)
  }
}
