import RectoPageModel
import RectoTypesetting
import Testing

@testable import RectoTextBackend

@Suite struct SVGPathTests {
  private func elements(_ text: String) throws -> [ShapePath.Element] {
    try SVGPathSyntax.read(text).elements
  }

  @Test func linesAreReadInAbsoluteAndRelativePoints() throws {
    let expected: [ShapePath.Element] = [
      .move(Point(x: 10, y: 10)), .line(Point(x: 30, y: 10)), .line(Point(x: 30, y: 25)),
      .line(Point(x: 5, y: 5)), .close,
    ]
    #expect(try elements("M10,10 H30 V25 L5 5Z") == expected)
    #expect(try elements("m10 10h20v15l-25-20z") == expected)
    #expect(try elements("M10 10 30 10 30 25 5 5z") == expected)
  }

  @Test func aRelativeCommandAfterAClosedOutlineBeginsAtItsStart() throws {
    #expect(try elements("M10 10h5v5z l1 1").last == .line(Point(x: 11, y: 11)))
  }

  @Test func smoothCurvesMirrorTheControlPointBefore() throws {
    let smooth = try elements("M0 0 C0 10 10 10 10 0 S20 -10 20 0")
    #expect(
      smooth.last
        == .curve(
          Point(x: 20, y: 0), control1: Point(x: 10, y: -10), control2: Point(x: 20, y: -10)))
    // After another command there is nothing to mirror.
    #expect(
      try elements("M0 0 L10 0 S20 -10 20 0").last
        == .curve(
          Point(x: 20, y: 0), control1: Point(x: 10, y: 0), control2: Point(x: 20, y: -10)))
  }

  @Test func aQuadraticCurveIsTheCubicOneOfTheSameShape() throws {
    #expect(
      try elements("M0 0 Q15 30 30 0 T60 0")[1...].map { $0 } == [
        .curve(Point(x: 30, y: 0), control1: Point(x: 10, y: 20), control2: Point(x: 20, y: 20)),
        .curve(Point(x: 60, y: 0), control1: Point(x: 40, y: -20), control2: Point(x: 50, y: -20)),
      ])
  }

  @Test(arguments: [
    ("M0 50 A50 50 0 0 1 100 50", 50.0, 0.0), ("M0 50 A50 50 0 0 0 100 50", 50.0, 100.0),
  ])
  func aHalfCircleReachesItsTopOrItsFoot(path: String, x: Double, y: Double) throws {
    let elements = try elements(path)
    #expect(elements.count == 3)
    guard case .curve(let middle, _, _) = elements[1] else {
      Issue.record("expected a curve")
      return
    }
    #expect(abs(middle.x - x) < 1e-9 && abs(middle.y - y) < 1e-9)
  }

  /// All points of the curves of an arc are on its ellipse, whatever the flags and the rotation.
  @Test(arguments: [
    "M10 80 A45 30 20 0 0 70 95", "M10 80 A45 30 20 1 0 70 95", "M10 80 A45 30 20 0 1 70 95",
    "M10 80 A45 30 20 1 1 70 95", "M10 80a45 30 20 11 60 15",
  ])
  func anArcEndsWhereItSaysAndKeepsItsRadii(path: String) throws {
    let elements = try elements(path)
    guard case .curve(let end, _, _) = try #require(elements.last) else { return }
    #expect(end == Point(x: 70, y: 95))
    let bounds = try #require(SVGPathSyntax.read(path).controlBounds)
    #expect(bounds.width < 2.4 * 45 && bounds.height < 2.4 * 45)
    #expect(elements.count >= 2)
  }

  @Test func anArcThatCannotReachIsGrown() throws {
    let bounds = try #require(SVGPathSyntax.read("M0 0 A1 1 0 0 1 100 0").controlBounds)
    #expect(abs(bounds.width - 100) < 30 && abs(bounds.minY + 50) < 1e-6)
  }

  @Test func numbersMayStandTogetherAsInCompactPaths() throws {
    #expect(
      try elements("M1.5.5-2-3e1") == [
        .move(Point(x: 1.5, y: 0.5)), .line(Point(x: -2, y: -30)),
      ])
  }

  @Test(arguments: [
    ("", "the path is empty"), ("L1 1", "the path must begin with M"), ("M1", "expected a number"),
    ("M1 1 L", "expected a number"), ("M1 1 X2 2", "X is not a path command"),
    ("M0 0 A1 1 0 2 0 5 5", "must be 0 or 1"), ("M1 1", "has no line"),
    ("M1e9 1 L2 2", "expected a number"), ("M0 0 L1 1 \u{7}", "this character"),
  ])
  func anInvalidPathIsRefusedInASentence(path: String, part: String) {
    let error = #expect(throws: SVGPathError.self) { try SVGPathSyntax.read(path) }
    #expect(error?.sentence.contains(part) == true, "\(error?.sentence ?? "")")
  }

  @Test func anEndlessPathIsRefused() {
    let path = "M0 0" + String(repeating: " 1 1", count: 1_000_000)
    let error = #expect(throws: SVGPathError.self) { try SVGPathSyntax.read(path) }
    #expect(error?.sentence == "the path has more than 10000 elements")
  }

  @Test func anEllipseTouchesItsBox() throws {
    let box = Rect(x: 10, y: 20, width: 60, height: 30)
    #expect(ShapePath.ellipse(in: box).controlBounds == box)
    #expect(ShapePath.rectangle(box).controlBounds == box)
  }
}
