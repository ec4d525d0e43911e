import RectoPageModel
import TestSupport
import Testing

/// Function-based and radial shadings (ISO 32000-2, 8.7.4.5.2 and 8.7.4.5.4).
@Suite struct ShadingTests {
  /// A square of 100 points whose gray grows with x from left to right, at (50, 50).
  private func shading() throws -> any Page {
    try page(
      PDFFixture(
        "/S sh", resources: "/Shading << /S 6 0 R >>",
        objects: [
          6: "<< /ShadingType 1 /ColorSpace /DeviceGray /Domain [0 1 0 1]"
            + " /Matrix [100 0 0 100 50 50] /Function 7 0 R >>",
          7: PDFFixture.stream("/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]", "{ pop }"),
        ]))
  }

  @Test(arguments: [0.5, 1, 3, 8])
  func aFunctionOfThePlaceIsDrawn(scale: Double) throws {
    let picture = try Picture(shading(), RenderRequest(scale: .pixelsPerPoint(scale)))
    for (place, gray) in [(55, 13), (75, 64), (100, 128), (145, 242)] {
      for y in [60, 100, 145] {
        let found = picture.gray(Int(Double(place) * scale), Int(Double(y) * scale))
        #expect(abs(found - gray) <= 4, "\(place), \(y)")
      }
    }
    #expect(picture.gray(Int(45 * scale), Int(100 * scale)) == 255)
    #expect(picture.gray(Int(155 * scale), Int(100 * scale)) == 255)
  }

  /// But for one level of gray: the whole numbers in which pictures are placed are rounded from the
  /// corner of what is drawn.
  @Test(arguments: [1, 2.5])
  func aRegionIsACrop(scale: Double) throws {
    let whole = try Picture(shading(), RenderRequest(scale: .pixelsPerPoint(scale)))
    let part = try Picture(
      shading(),
      RenderRequest(
        scale: .pixelsPerPoint(scale), region: Rect(x: 40, y: 80, width: 60, height: 40)))
    let left = Int(40 * scale)
    let top = Int(80 * scale)
    for y in 0..<part.size.height {
      for x in 0..<part.size.width {
        let difference = abs(part.gray(x, y) - whole.gray(left + x, top + y))
        #expect(difference <= 1, "\(x), \(y)")
      }
    }
  }

  /// A ball in the middle of the page: light gray up to 10 points from its middle, from there darker
  /// and darker, and black at 50 points, where it ends.
  private func ball(smallerFirst: Bool) throws -> any Page {
    let (circles, extends, colors) =
      smallerFirst
      ? ("100 100 10 100 100 50", "true false", "/C0 [0.8] /C1 [0]")
      : ("100 100 50 100 100 10", "false true", "/C0 [0] /C1 [0.8]")
    return try page(
      PDFFixture(
        "/S sh", resources: "/Shading << /S 6 0 R >>",
        objects: [
          6: "<< /ShadingType 3 /ColorSpace /DeviceGray /Coords [\(circles)] /Extend [\(extends)]"
            + " /Function << /FunctionType 2 /Domain [0 1] \(colors) /N 1 >> >>"
        ]))
  }

  @Test(arguments: [true, false], [1.0, 4])
  func aBallIsFilledToItsMiddle(smallerFirst: Bool, scale: Double) throws {
    let picture = try Picture(
      ball(smallerFirst: smallerFirst), RenderRequest(scale: .pixelsPerPoint(scale)))
    for (distance, gray) in [(0, 204), (8, 204), (20, 153), (30, 102), (45, 26), (55, 255)] {
      for (x, y) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
        let found = picture.gray(
          Int(Double(100 + x * distance) * scale), Int(Double(100 + y * distance) * scale))
        #expect(abs(found - gray) <= 8, "\(x * distance), \(y * distance)")
      }
    }
  }

  @Test(arguments: [true, false])
  func theRimOfABallHasNoSteps(smallerFirst: Bool) throws {
    let picture = try Picture(
      ball(smallerFirst: smallerFirst), RenderRequest(scale: .pixelsPerPoint(1)))
    var partly = 0
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let (across, down) = (Double(x) + 0.5 - 100, Double(y) + 0.5 - 100)
        let isAtRim = abs((across * across + down * down).squareRoot() - 50) < 1
        if isAtRim && (40..<220).contains(picture.gray(x, y)) { partly += 1 }
      }
    }
    // About the length of the rim, most of whose pixels are covered in part.
    #expect(partly > 150)
  }
}
