import RectoPageModel
import TestSupport
import Testing

/// Function-based shadings (ISO 32000-2, 8.7.4.5.2).
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

  /// But for one level of gray: the whole numbers in which pictures are placed are rounded from the corner
  /// of what is drawn.
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
}
