import RectoPageModel
import Testing

@testable import RectoTypesetting

/// The spans of lines inside an outline.
@Suite struct OutlineTests {
  private func path(_ points: [(Double, Double)]...) -> ShapePath {
    var path = ShapePath()
    for part in points {
      path.move(to: Point(x: part[0].0, y: part[0].1))
      for (x, y) in part.dropFirst() { path.line(to: Point(x: x, y: y)) }
      path.close()
    }
    return path
  }

  @Test func aLineAtTheHeightOfACornerCrossesTheOutlineThereOnce() {
    let outline = FlatOutline(
      path(
        [(0, 0), (100, 0), (120, 50), (100, 100), (0, 100)],
        [(200, 0), (300, 0), (300, 100), (200, 100)]))
    #expect(outline.spans(at: 50) == [0...120, 200...300])
    #expect(outline.spans(at: 25) == [0...110, 200...300])
  }

  @Test func aHoleInsideOfAnotherTakesNothingMore() {
    #expect(
      Spans.subtracting([10...100, 20...50, 90...120], from: [0...200]) == [0...10, 120...200])
  }
}
