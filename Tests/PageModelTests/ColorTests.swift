import RectoPageModel
import Testing

@Suite struct ColorTests {
  @Test(arguments: [
    ("#fff", Color.white), ("#000000", .black), ("#Ff8000", Color(red: 255, green: 128, blue: 0)),
    ("#f80", Color(red: 255, green: 136, blue: 0)),
    ("#01020304", Color(red: 1, green: 2, blue: 3, alpha: 4)), ("White", .white),
    ("black", .black), ("transparent", .transparent), ("none", .transparent),
  ])
  func aColorIsReadAsInCSS(text: String, color: Color) {
    #expect(Color(text) == color)
  }

  @Test(arguments: [
    "", "#", "#12", "#1234", "#12345", "#1234567", "#123456789", "#ggg", "fff", "red ", "# ff",
  ])
  func anythingElseIsNotAColor(text: String) {
    #expect(Color(text) == nil)
  }

  @Test func theHexFormIsReadBack() {
    let color = Color(red: 1, green: 171, blue: 16)
    #expect(color.hex == "#01ab10")
    #expect(Color(color.hex) == color)
  }

  @Test func aPixelIsPremultipliedOnlyWhereTheFormatHasAlpha() {
    let color = Color(red: 255, green: 128, blue: 0, alpha: 128)
    #expect(color.pixel(in: .bgra) == 0x8080_4000)
    #expect(color.pixel(in: .bgrx) & 0xFF_FFFF == 0xFF_8000)
    #expect(Color.transparent.pixel(in: .bgra) == 0)
  }
}

@Suite struct BitmapTests {
  private func pixels(_ bitmap: Bitmap) -> [UInt32] {
    bitmap.withPixels { Array($0.bindMemory(to: UInt32.self)) }
  }

  @Test func aFillReachesEveryPixelAndNoOther() {
    let bitmap = Bitmap(size: PixelSize(width: 7, height: 3))
    bitmap.fill(Color(red: 1, green: 2, blue: 3))
    #expect(pixels(bitmap) == Array(repeating: 0xFF01_0203, count: 21))
  }

  @Test func aResetGivesAnotherShape() {
    let bitmap = Bitmap(size: PixelSize(width: 2, height: 2))
    for size in [PixelSize(width: 5, height: 9), PixelSize(width: 3, height: 1)] {
      bitmap.reset(size: size, format: .bgra)
      bitmap.fill(.transparent)
      #expect(bitmap.size == size)
      #expect(bitmap.format == .bgra)
      #expect(bitmap.rowBytes == size.width * 4)
      #expect(pixels(bitmap) == Array(repeating: 0, count: size.width * size.height))
    }
  }

  @Test func aSmallerShapeUsesTheSameMemory() {
    let bitmap = Bitmap(size: PixelSize(width: 100, height: 100))
    func address() -> UInt { bitmap.withPixels { UInt(bitPattern: $0.baseAddress) } }
    let first = address()
    bitmap.reset(size: PixelSize(width: 50, height: 10), format: .bgra)
    bitmap.reset(size: PixelSize(width: 100, height: 100), format: .bgrx)
    #expect(address() == first)
  }
}
