import Glibc
import RectoPageModel
import RectoRaster
import TestSupport
import Testing

@Suite struct TonesTests {
  private func turned(_ color: Color) -> Color {
    let bitmap = makeBitmap(PixelSize(width: 1, height: 1)) { _, _ in color }
    bitmap.darken(sparing: [])
    return colors(of: bitmap)[0]
  }

  @Test func darkExchangesBlackAndWhite() {
    #expect(turned(.white) == .black)
    #expect(turned(.black) == .white)
    #expect(turned(Color(red: 200, green: 200, blue: 200)) == Color(red: 55, green: 55, blue: 55))
  }

  @Test(arguments: [
    Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 0, blue: 100),
    Color(red: 200, green: 50, blue: 20), Color(red: 10, green: 60, blue: 90),
    Color(red: 250, green: 240, blue: 200), Color(red: 0, green: 128, blue: 128),
  ])
  func darkKeepsTheHueAndExchangesTheLightness(color: Color) {
    let result = turned(color)
    let before = [color.red, color.green, color.blue].map(Int.init)
    let after = [result.red, result.green, result.blue].map(Int.init)
    let ends = { (parts: [Int]) in (parts.min() ?? 0, parts.max() ?? 0) }
    let (low, high) = ends(before)
    let (newLow, newHigh) = ends(after)
    // Lightness and chroma of the HSL model, and where each part lies between the ends.
    #expect(newLow + newHigh == 510 - low - high)
    #expect(newHigh - newLow == high - low)
    #expect(zip(before, after).allSatisfy { $0 - low == $1 - newLow })
  }

  /// Links are blue by default, and blue has a fourteenth of white's light at most.
  @Test(arguments: [0xEE, 0xFF] as [UInt8])
  func darkMakesBlueReadable(blue: UInt8) {
    let result = turned(Color(red: 0, green: 0, blue: blue))
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let luminance =
      0.2126 * linear(result.red) + 0.7152 * linear(result.green) + 0.0722 * linear(result.blue)
    // The contrast with black that WCAG 2.2 wants of text (1.4.3).
    #expect((luminance + 0.05) / 0.05 >= 4.5)
    #expect(result.blue > result.red && result.red == result.green)
  }

  /// Grays and light colors; dark ones may be lightened.
  @Test func darkTwiceIsThePageAgain() {
    let bitmap = makeBitmap(PixelSize(width: 97, height: 61)) { x, y in
      y < 30
        ? Color(red: UInt8(2 * x), green: UInt8(2 * x), blue: UInt8(2 * x))
        : Color(red: UInt8(150 + x), green: UInt8(190 + y), blue: UInt8(250 - x - y))
    }
    let before = colors(of: bitmap)
    bitmap.darken(sparing: [])
    #expect(colors(of: bitmap) != before)
    bitmap.darken(sparing: [])
    #expect(alike(colors(of: bitmap), before))
  }

  @Test func darkKeepsTheAlpha() {
    let bitmap = makeBitmap(PixelSize(width: 2, height: 1), format: .bgra) { x, _ in
      x == 0 ? Color(red: 255, green: 255, blue: 255, alpha: 100) : .transparent
    }
    bitmap.darken(sparing: [])
    let pixels = bitmap.withPixels { Array($0.bindMemory(to: UInt32.self)) }
    #expect(pixels == [100 << 24, 0])
  }

  private let size = PixelSize(width: 300, height: 200)
  private let area = Rect(x: 40, y: 30, width: 150, height: 120)

  /// White paper with something in `area`.
  private func page(_ content: (Int, Int) -> Color) -> Bitmap {
    makeBitmap(size) { x, y in
      area.contains(Point(x: Double(x) + 0.5, y: Double(y) + 0.5)) ? content(x, y) : .white
    }
  }

  private func photograph(x: Int, y: Int) -> Color {
    Color(red: UInt8((x * 3 + y) % 256), green: UInt8((x + y * 2) % 256), blue: UInt8(y % 256))
  }

  private func inside(_ bitmap: Bitmap) -> [Color] {
    let all = colors(of: bitmap)
    return (30..<150).flatMap { y in all[y * 300 + 40..<y * 300 + 190] }
  }

  @Test func aPhotographIsLeftAloneAndThePaperAroundItTurns() {
    let bitmap = page(photograph)
    #expect(bitmap.hasContinuousTones(in: area))
    let before = inside(bitmap)
    bitmap.darken(sparing: [area])
    #expect(alike(inside(bitmap), before))
    let after = colors(of: bitmap)
    for (x, y) in [(0, 0), (39, 30), (40, 29), (190, 100), (100, 150), (299, 199)] {
      #expect(after[y * 300 + x] == .black, "paper at \(x), \(y)")
    }
  }

  @Test func aDrawingOrAScanOfPrintHasNoContinuousTones() {
    let print = page { x, y in (x / 2 + y) % 9 == 0 ? .black : .white }
    #expect(!print.hasContinuousTones(in: area))
    let flat = page { _, _ in Color(red: 240, green: 240, blue: 230) }
    #expect(!flat.hasContinuousTones(in: area))
    #expect(!page(photograph).hasContinuousTones(in: Rect(x: 500, y: 0, width: 10, height: 10)))
  }

  @Test func aPhotographThatReachesOverTheEdgeOrOutsideDoesNoHarm() {
    let bitmap = makeBitmap(size, color: photograph)
    let before = colors(of: bitmap)
    bitmap.darken(sparing: [
      Rect(x: -50, y: -50, width: 1000, height: 1000), Rect(x: 500, y: 500, width: 10, height: 10),
      Rect(x: -20, y: 0, width: 10, height: 10),
    ])
    #expect(alike(colors(of: bitmap), before))
  }

  @Test func desaturatingGivesTheLumaAndLeavesGraysAlone() {
    let bitmap = makeBitmap(PixelSize(width: 5, height: 1)) { x, _ in
      [
        .white, .black, Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 255, blue: 0),
        Color(red: 90, green: 90, blue: 90),
      ][x]
    }
    bitmap.desaturate()
    let grays = colors(of: bitmap)
    #expect(grays.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
    // ITU-R BT.601: 0.299 red, 0.587 green, 0.114 blue.
    for (gray, luma) in zip(grays, [255, 0, 76.245, 149.685, 90]) {
      #expect(abs(Double(gray.red) - luma) <= 1)
    }
  }

  @Test func aPlacedBitmapCoversItsPlaceOnly() {
    let target = makeBitmap(PixelSize(width: 4, height: 3)) { _, _ in .white }
    target.place(makeBitmap(PixelSize(width: 2, height: 2)) { _, _ in .black }, x: 2, y: 1)
    let expected: [Color] = [
      .white, .white, .white, .white, .white, .white, .black, .black, .white, .white, .black,
      .black,
    ]
    #expect(colors(of: target) == expected)
  }
}
