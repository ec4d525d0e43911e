import RectoPageModel
import Testing

@testable import RectoServer

struct CanvasTests {
  private func facts(_ width: Double, _ height: Double, _ rotation: Rotation = .none) -> PageFacts {
    PageFacts(
      index: 0, label: "1", rotation: rotation,
      boxes: PageBoxes(Size(width: width, height: height)), spreadPosition: .automatic)
  }

  private func area(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> CanvasArea {
    CanvasArea(x: x, y: y, width: width, height: height)
  }

  @Test func aCanvasIsThePageInWholePointsAndItsFarEdgeIsThePages() {
    let grid = CanvasGrid(facts(595.28, 841.89))
    #expect(grid.width == 595 && grid.height == 842)
    let corner = Rect(x: 585.28, y: 831.89, width: 10, height: 10)
    #expect(grid.area(of: corner) == area(585, 831, 10, 11))
    #expect(grid.area(of: Rect(Size(width: 595.28, height: 841.89))) == area(0, 0, 595, 842))
  }

  @Test func aTurnedPageIsACanvasAsItIsShown() {
    let box = Rect(x: 10, y: 20, width: 30, height: 40)
    #expect(CanvasGrid(facts(100, 200, .quarter)).width == 200)
    #expect(CanvasGrid(facts(100, 200, .quarter)).area(of: box) == area(140, 10, 40, 30))
    #expect(CanvasGrid(facts(100, 200, .half)).area(of: box) == area(60, 140, 30, 40))
    #expect(CanvasGrid(facts(100, 200, .threeQuarters)).area(of: box) == area(20, 60, 40, 30))
  }

  @Test func boxesAreClippedToThePageOrDropped() {
    let grid = CanvasGrid(facts(100, 100))
    #expect(grid.area(of: Rect(x: -5, y: 90, width: 20, height: 30)) == area(0, 90, 15, 10))
    #expect(grid.area(of: Rect(x: 120, y: 0, width: 5, height: 5)) == nil)
    #expect(grid.area(of: Rect(x: .nan, y: 0, width: 5, height: 5)) == nil)
    #expect(grid.area(of: Rect(x: 50, y: 50, width: 0, height: 0)) == area(50, 50, 1, 1))
  }

  @Test func aPageWithoutAreaIsStillACanvas() {
    let grid = CanvasGrid(facts(0, .infinity))
    #expect(grid.width == 1 && grid.height == 1)
  }

  @Test func aRangeHasThePagesUpToTheNextEntryWhateverItsLevel() {
    let contents = ContentsEntry.entries(
      [
        item("Part", 0, [item("One", 1), item("Two", 3)]),
        OutlineItem(title: "Web", target: .url("https://example.org")),
        OutlineItem(title: "Group", target: nil, children: [item("Three", 5)]),
      ], pageCount: 8)
    let ranges = CanvasRange.ranges(contents, pageCount: 8)
    #expect(ranges.map(\.title) == ["Part", "Group"])
    #expect(ranges[0].pages == 0..<1)
    #expect(ranges[0].children.map(\.pages) == [1..<3, 3..<5])
    #expect(ranges[1].pages.isEmpty)
    #expect(ranges[1].children.map(\.pages) == [5..<8])
    #expect(ranges[1].children.map(\.name) == ["1-0"])
  }

  @Test func anOutlineThatGoesBackAndForthDoesNotNameEachPageForEachEntry() {
    let outline = (0..<20_000).map { item("\($0)", $0.isMultiple(of: 2) ? 0 : 9_000) }
    let contents = ContentsEntry.entries(outline, pageCount: 10_000)
    #expect(contents.count == ContentsEntry.maximumCount)
    let ranges = CanvasRange.ranges(contents, pageCount: 10_000)
    #expect(ranges.allSatisfy { !$0.pages.isEmpty })
    #expect(ranges.map(\.pages.count).reduce(0, +) <= 10_000 + 2 * ContentsEntry.maximumCount)
  }

  @Test func anEntryToAPageThatIsNotThereIsLeftOut() {
    let contents = ContentsEntry.entries(
      [item("Behind the end", 9), item("\u{1}\u{202E}Title\n\n", 2)], pageCount: 3)
    #expect(contents.map(\.title) == ["Title"])
  }

  private func item(_ title: String, _ page: Int, _ children: [OutlineItem] = []) -> OutlineItem {
    OutlineItem(title: title, target: .page(page, nil), children: children)
  }
}
