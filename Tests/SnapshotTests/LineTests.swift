import RectoPageModel
import RectoSnapshots
import SeededPages
import Testing

/// Lines between areas of different colors, which look like neither once they are gone.
@Suite struct LineTests {
  private let shade = Color(red: 214, green: 222, blue: 230)

  /// Two rows of a table, one of them shaded, with lines that cross the one between them.
  private func page(hasLine: Bool, at place: Int = 149, isLevel: Bool) -> PageSnapshot {
    var canvas = Canvas(width: 300, height: 300) { x, y in (isLevel ? y : x) < 150 ? shade : .white
    }
    func fill(_ along: Range<Int>, _ across: Range<Int>, _ color: Color) {
      if isLevel { canvas.fill(along, across, color) } else { canvas.fill(across, along, color) }
    }
    for place in [100, 200] { fill(place..<place + 1, 40..<260, .black) }
    if hasLine { fill(20..<280, place..<place + 2, .black) }
    return PageSnapshot(picture: canvas.bitmap)
  }

  @Test(arguments: [true, false])
  func areCalledLinesWhenTheyComeAndGo(isLevel: Bool) {
    let (with, without) = (
      page(hasLine: true, isLevel: isLevel), page(hasLine: false, isLevel: isLevel)
    )
    #expect(with.compare(with: without).changes.map(\.kind.name) == ["line-removed"])
    #expect(without.compare(with: with).changes.map(\.kind.name) == ["line-added"])
  }

  @Test(arguments: [true, false])
  func areCalledMovedWhereOthersCrossThem(isLevel: Bool) {
    let changes = page(hasLine: true, isLevel: isLevel).compare(
      with: page(hasLine: true, at: 153, isLevel: isLevel)
    ).changes
    #expect(changes.map(\.kind) == [isLevel ? .moved(x: 0, y: 4) : .moved(x: 4, y: 0)])
  }
}
