import Foundation
import RectoPageModel
import TestSupport
import Testing

/// Radial shadings beside the definition (ISO 32000-2, 8.7.4.5.4): a point has the color of the last
/// circle that goes through it.
@Suite struct RadialShadingTests {
  /// Two circles: x, y and radius of each.
  struct Circles {
    let values: [Double]

    /// The place of the last circle through a point, from 0 at the first circle to 1 at the second,
    /// or beyond them where the shading goes on; nil for none.
    func place(x: Double, y: Double, isExtended: [Bool]) -> Double? {
      let (dx, dy, dr) = (values[3] - values[0], values[4] - values[1], values[5] - values[2])
      let (px, py) = (x - values[0], y - values[1])
      // |p - s d|² = (r + s dr)²
      let a = dx * dx + dy * dy - dr * dr
      let b = px * dx + py * dy + values[2] * dr
      let c = px * px + py * py - values[2] * values[2]
      let roots: [Double]
      if abs(a) < 1e-9 {
        roots = b == 0 ? [] : [c / (2 * b)]
      } else {
        let root = b * b - a * c
        guard root >= 0 else { return nil }
        roots = [(b + root.squareRoot()) / a, (b - root.squareRoot()) / a]
      }
      return roots.filter { place in
        values[2] + place * dr >= 0 && (place >= 0 || isExtended[0])
          && (place <= 1 || isExtended[1])
      }.max()
    }
  }

  static let circles: [[Double]] = [
    [100, 100, 10, 100, 100, 70], [100, 100, 70, 110, 100, 10], [100, 100, 0, 100, 100, 80],
    [90, 110, 5, 110, 90, 60], [80, 80, 10, 120, 120, 60], [60, 100, 40, 150, 100, 10],
    [60, 100, 30, 140, 100, 30], [40, 40, 0, 140, 140, 40], [50, 50, 16, 150, 150, 32],
    [100, 100, 80, 100, 100, 79.9],
  ]
  static let extensions = [[false, false], [true, false], [false, true], [true, true]]

  @Test(arguments: circles, extensions)
  func eachPointHasTheColorOfItsLastCircle(values: [Double], isExtended: [Bool]) throws {
    let page = try page(
      PDFFixture(
        "/S sh", resources: "/Shading << /S 6 0 R >>",
        objects: [
          6: """
          << /ShadingType 3 /ColorSpace /DeviceGray
            /Coords [\(values.map { "\($0)" }.joined(separator: " "))]
            /Extend [\(isExtended[0]) \(isExtended[1])]
            /Function << /FunctionType 2 /Domain [0 1] /C0 [0.8] /C1 [0] /N 1 >> >>
          """
        ]))
    let picture = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1)))
    let circles = Circles(values: values)
    func gray(_ x: Double, _ y: Double) -> Double {
      guard let place = circles.place(x: x, y: y, isExtended: isExtended) else { return 255 }
      return 204 * (1 - min(1, max(0, place)))
    }
    var compared = 0
    for y in stride(from: 3, to: 200, by: 7) {
      for x in stride(from: 3, to: 300, by: 7) {
        let (left, up) = (Double(x) + 0.5, 199.5 - Double(y))
        // Edges are left out, and places where the color changes within a pixel.
        let near = [(-2.0, 0.0), (2, 0), (0, -2), (0, 2)].map { gray(left + $0.0, up + $0.1) }
        let expected = gray(left, up)
        guard near.allSatisfy({ abs($0 - expected) < 20 }) else { continue }
        compared += 1
        #expect(abs(Double(picture.gray(x, y)) - expected) <= 5, "\(x), \(y)")
      }
    }
    #expect(compared > 600)
  }
}
