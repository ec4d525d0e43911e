import RectoPageModel
import RectoSnapshots
import SeededPages
import Testing

/// The ink of thin strokes that another program drew.
@Suite struct InkColorTests {
  /// Slanted strokes of 2.5 pixels, moved across by a distance, as another program may.
  private func strokes(at distance: Double, ink level: Double) -> PageSnapshot {
    let canvas = Canvas(width: 600, height: 400) { x, y in
      let across = (Double(x) + 3 * Double(y)) / Double(10).squareRoot() - distance
      let place = across - 14 * (across / 14).rounded(.down)
      let ink = min(1, max(0, place - 5)) * min(1, max(0, 8.5 - place))
      return Color.white.each { $0 * (1 - ink) + level * ink }
    }
    return PageSnapshot(picture: canvas.bitmap)
  }

  @Test(arguments: [(0.0, 0.0), (8, 8)])
  func theSameIsNotAChange(before: Double, after: Double) {
    let result = strokes(at: 0, ink: before).compare(
      with: strokes(at: 0.4, ink: after), ComparisonOptions(.rasterization))
    #expect(result.verdict.passes, "\(result.changes.map(\.kind.sentence))")
  }

  @Test(arguments: [(0.0, 8.0), (8, 0), (0, 14)])
  func anotherThanBlackIsFound(before: Double, after: Double) {
    let result = strokes(at: 0, ink: before).compare(
      with: strokes(at: 0.4, ink: after), ComparisonOptions(.rasterization))
    #expect(!result.verdict.passes)
    #expect(result.changes.map(\.kind.name) == ["recolored"])
  }
}
