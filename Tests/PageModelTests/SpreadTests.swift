import RectoPageModel
import Testing

@Suite struct SpreadTests {
  private func layout(
    _ positions: [SpreadPosition], _ direction: ReadingDirection = .leftToRight, cover: Bool = true
  ) -> [Spread] {
    Spread.layout(positions: positions, direction: direction, hasCoverAlone: cover)
  }

  private func pages(_ count: Int) -> [SpreadPosition] {
    Array(repeating: .automatic, count: count)
  }

  @Test func aCoverStandsAloneOnTheRightAndPairsFollow() {
    #expect(
      layout(pages(5)) == [
        Spread(left: nil, right: 0), Spread(left: 1, right: 2), Spread(left: 3, right: 4),
      ])
  }

  @Test func theLastPageOfAnEvenCountStandsAloneOnTheLeft() {
    #expect(layout(pages(4)).last == Spread(left: 3, right: nil))
  }

  @Test func withoutACoverThePairsBeginAtOnce() {
    #expect(
      layout(pages(3), cover: false) == [Spread(left: 0, right: 1), Spread(left: 2, right: nil)])
  }

  @Test func rightToLeftIsTheMirrorImage() {
    for cover in [true, false] {
      let mirrored = layout(pages(6), cover: cover).map { Spread(left: $0.right, right: $0.left) }
      #expect(layout(pages(6), .rightToLeft, cover: cover) == mirrored)
    }
  }

  @Test func pagesComeInReadingOrderWhateverTheDirection() {
    for direction in [ReadingDirection.leftToRight, .rightToLeft, .topToBottom] {
      let order = layout(pages(7), direction).flatMap { $0.pages(in: direction) }
      #expect(order == Array(0..<7))
    }
  }

  @Test func aDeclaredSideIsKept() {
    #expect(
      layout([.automatic, .right, .left, .right]) == [
        Spread(left: nil, right: 0), Spread(left: nil, right: 1), Spread(left: 2, right: 3),
      ])
    #expect(
      layout([.left, .left], cover: true) == [
        Spread(left: 0, right: nil), Spread(left: 1, right: nil),
      ])
  }

  @Test func aDeclaredSideOfTheFirstPageGoesBeforeTheCoverRule() {
    #expect(layout([.left, .right], cover: true) == [Spread(left: 0, right: 1)])
  }

  @Test func aPageThatFillsASpreadPartsItsNeighbors() {
    let spreads = layout([.automatic, .automatic, .alone, .automatic, .automatic])
    #expect(spreads.map { $0.pages(in: .leftToRight) } == [[0], [1], [2], [3, 4]])
    #expect(spreads[1] == Spread(left: 1, right: nil))
    #expect(spreads[3] == Spread(left: 3, right: 4))
  }

  @Test func everyPageLiesInExactlyOneSpread() {
    var dice = Dice(seed: 3)
    let kinds: [SpreadPosition] = [.automatic, .left, .right, .alone]
    for _ in 0..<300 {
      let positions = (0..<Int.random(in: 0...12, using: &dice)).map { _ in
        kinds.randomElement(using: &dice) ?? .automatic
      }
      let direction = Bool.random(using: &dice) ? ReadingDirection.rightToLeft : .leftToRight
      let spreads = layout(positions, direction, cover: Bool.random(using: &dice))
      #expect(spreads.flatMap { $0.pages(in: direction) } == Array(positions.indices))
      for spread in spreads {
        if let page = spread.left { #expect(positions[page] != .right) }
        if let page = spread.right { #expect(positions[page] != .left) }
        if spread.left != nil, spread.right != nil {
          #expect(spread.pages(in: direction).allSatisfy { positions[$0] != .alone })
        }
      }
    }
  }

  @Test func noPagesGiveNoSpreads() {
    #expect(layout([]).isEmpty)
  }
}
