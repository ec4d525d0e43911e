import RectoPageModel
import Testing

@Suite struct AffineTransformTests {
  private let page = Size(width: 420, height: 560)
  private let point = Point(x: 12.5, y: 30)

  @Test func theIdentityMovesNothing() {
    #expect(AffineTransform.identity.apply(point) == point)
  }

  @Test func thenAppliesTheFirstTransformFirst() {
    let moved = AffineTransform.translation(x: 10, y: 0).then(.scale(2)).apply(point)
    #expect(moved == Point(x: 45, y: 60))
    let scaled = AffineTransform.scale(2).then(.translation(x: 10, y: 0)).apply(point)
    #expect(scaled == Point(x: 35, y: 60))
  }

  @Test func chainsMayBeGroupedEitherWay() {
    let a = AffineTransform(xx: 1, yx: 2, xy: 3, yy: 4, x0: 5, y0: 6)
    let b = AffineTransform(xx: -2, yx: 0, xy: 1, yy: 3, x0: 7, y0: -1)
    let c = AffineTransform.rotation(.quarter, of: page)
    #expect(a.then(b).then(c) == a.then(b.then(c)))
    #expect(a.then(b).apply(point) == b.apply(a.apply(point)))
  }

  /// The corner of the page that lies top left after a clockwise turn.
  @Test(arguments: [
    (Rotation.none, Point(x: 0, y: 0)), (.quarter, Point(x: 0, y: 560)),
    (.half, Point(x: 420, y: 560)), (.threeQuarters, Point(x: 420, y: 0)),
  ])
  func aClockwiseTurnBringsTheRightCornerToTheOrigin(rotation: Rotation, corner: Point) {
    #expect(AffineTransform.rotation(rotation, of: page).apply(corner) == Point(x: 0, y: 0))
  }

  @Test(arguments: Rotation.allCases)
  func aTurnedPageStillBeginsAtTheOrigin(rotation: Rotation) {
    let shown = rotation.swapsAxes ? page.transposed : page
    #expect(AffineTransform.rotation(rotation, of: page).apply(Rect(page)) == Rect(shown))
  }

  @Test(arguments: Rotation.allCases)
  func turningBackGivesThePointAgain(rotation: Rotation) {
    let shown = rotation.swapsAxes ? page.transposed : page
    let there = AffineTransform.rotation(rotation, of: page)
    let back = AffineTransform.rotation(rotation.inverse, of: shown)
    #expect(there.then(back).apply(point) == point)
  }

  @Test func aTurnedQuadKeepsTheOrderOfItsCorners() {
    let quad = AffineTransform.rotation(.quarter, of: page)
      .apply(Quad(Rect(x: 0, y: 0, width: 10, height: 5)))
    // Text that ran to the right runs down now: its first corner lies top right.
    #expect(quad.topLeft == Point(x: 560, y: 0))
    #expect(quad.topRight == Point(x: 560, y: 10))
    #expect(quad.bounds == Rect(x: 555, y: 0, width: 5, height: 10))
  }

  @Test func aBaselineTurnsAsItsEndsDo() {
    let turn = AffineTransform.rotation(.half, of: page)
    let line = turn.apply(Segment(start: point, end: Point(x: 100, y: 30)))
    #expect(line.start == turn.apply(point))
    #expect(line.end == Point(x: 320, y: 530))
  }
}
