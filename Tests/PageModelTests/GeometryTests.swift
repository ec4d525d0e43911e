import RectoPageModel
import Testing

@Suite struct GeometryTests {
  private let a = Rect(x: 10, y: 20, width: 30, height: 40)
  private let b = Rect(x: 25, y: 5, width: 50, height: 20)

  @Test func aRectIsTheSameFromAnyTwoOppositeCorners() {
    let corners = Quad(a).corners
    for (one, other) in [(0, 2), (2, 0), (1, 3), (3, 1)] {
      #expect(Rect(corners[one], corners[other]) == a)
    }
  }

  @Test func aUnionHoldsBothRectsAndNothingBeyond() {
    #expect(a.union(b) == Rect(x: 10, y: 5, width: 65, height: 55))
    #expect(a.union(b) == b.union(a))
  }

  @Test func anIntersectionIsWhatBothRectsShare() {
    #expect(a.intersection(b) == Rect(x: 25, y: 20, width: 15, height: 5))
    #expect(a.intersection(a) == a)
  }

  @Test func rectsThatOnlyTouchShareNothing() {
    #expect(a.intersection(Rect(x: 40, y: 20, width: 5, height: 5)) == nil)
    #expect(a.intersection(Rect(x: 10, y: 60, width: 5, height: 5)) == nil)
  }

  @Test func aRectContainsItsEdges() {
    for corner in Quad(a).corners { #expect(a.contains(corner)) }
    #expect(a.contains(a.center))
    #expect(!a.contains(Point(x: 40.01, y: 30)))
  }

  @Test func anInsetShrinksEachSideAndANegativeOneGrowsIt() {
    #expect(a.insetBy(5) == Rect(x: 15, y: 25, width: 20, height: 30))
    #expect(a.insetBy(-5) == Rect(x: 5, y: 15, width: 40, height: 50))
  }

  @Test func anInsetBeyondTheMiddleLeavesNothingAndNoNegativeSize() {
    let nothing = a.insetBy(16)
    #expect(nothing.isEmpty)
    #expect(nothing.width >= 0 && nothing.height >= 0)
  }

  @Test func aRectWithoutAreaIsEmpty() {
    #expect(Rect(x: 1, y: 1, width: 0, height: 5).isEmpty)
    #expect(Rect(x: 1, y: 1, width: .nan, height: 5).isEmpty)
    #expect(!a.isEmpty)
  }

  @Test func aQuadOfARectHasThatRectAsItsBounds() {
    #expect(Quad(a).bounds == a)
  }

  @Test func theBoundsOfATurnedQuadHoldAllFourCorners() {
    let quad = Quad(
      topLeft: Point(x: 5, y: 0), topRight: Point(x: 10, y: 5), bottomRight: Point(x: 5, y: 10),
      bottomLeft: Point(x: 0, y: 5))
    #expect(quad.bounds == Rect(x: 0, y: 0, width: 10, height: 10))
  }
}

@Suite struct RotationTests {
  @Test(arguments: [(-90, 270), (360, 0), (450, 90), (-720, 0), (180, 180)])
  func anyMultipleOfNinetyDegreesIsARotation(degrees: Int, same: Int) {
    #expect(Rotation(degrees: degrees)?.rawValue == same)
  }

  @Test(arguments: [1, 45, -30, 359])
  func anotherAngleIsNil(degrees: Int) {
    #expect(Rotation(degrees: degrees) == nil)
  }

  @Test(arguments: Rotation.allCases)
  func aRotationAndItsInverseCancelOut(rotation: Rotation) {
    #expect(rotation + rotation.inverse == .none)
  }

  @Test func rotationsAddUpAsTheirDegreesDo() {
    for a in Rotation.allCases {
      for b in Rotation.allCases {
        #expect((a + b).rawValue == (a.rawValue + b.rawValue) % 360)
      }
    }
  }

  @Test func onlyOddQuarterTurnsSwapWidthAndHeight() {
    #expect(Rotation.allCases.map(\.swapsAxes) == [false, true, false, true])
  }
}
