import RectoTypesetting
import Testing

private func greedy(
  _ items: [BreakItem], _ widths: LineWidths, _ parameters: BreakParameters = BreakParameters()
) -> [BrokenLine] {
  var breaker = LineBreaker()
  let broken = breaker.greedy(items, widths, parameters)
  #expect(broken.method == .greedy)
  return broken.lines
}

@Test func greedyLinesTakeEveryWordThatFits() {
  let lines = greedy(paragraph([40, 40, 40, 40, 40]), LineWidths(rest: pt(90)))
  #expect(lines.map(\.items) == [0..<3, 4..<7, 8..<11])
  #expect(lines[0].shortfall == pt(10) - wordSpace.width)
}

@Test func aGreedyLineThatFitsExactlyKeepsItsLastWord() {
  let width = pt(80) + wordSpace.width
  #expect(greedy(paragraph([40, 40, 40]), LineWidths(rest: width))[0].items == 0..<3)
}

@Test func greedyLinesHaveTheWidthOfTheirNumber() {
  let widths = LineWidths(first: [pt(10), pt(60)], rest: pt(25))
  let lines = greedy(paragraph(Array(repeating: 10, count: 7)), widths)
  #expect(lines.map(\.items) == [0..<1, 2..<9, 10..<15])
}

@Test func aGreedyLineBreaksAtAHyphenOnlyIfTheHyphenFits() {
  let hyphen = BreakItem.discretionary(preBreak: pt(5))
  let items =
    [.box(pt(40)), wordSpace, .box(pt(40)), hyphen, .box(pt(40))]
    + BreakItem.paragraphFill
  #expect(greedy(items, LineWidths(rest: pt(89)))[0].items == 0..<3)
  #expect(greedy(items, LineWidths(rest: pt(88)))[0].items == 0..<1)
}

@Test func aWordThatIsTooWideStandsInAGreedyLineOfItsOwn() {
  let lines = greedy(paragraph([40, 150, 40]), LineWidths(rest: pt(100)))
  #expect(lines.map(\.isOverfull) == [false, true, false])
  #expect(lines.map(\.items) == [0..<1, 2..<3, 4..<7])
}

@Test func greedyLinesEndAtForcedBreaksAndNeverAtForbiddenOnes() {
  let forced = BreakItem.penalty(-Penalty.infinite)
  let tie = BreakItem.penalty(Penalty.infinite)
  let items: [BreakItem] =
    [.box(pt(40)), forced, forced, .box(pt(40)), tie, wordSpace, .box(pt(80))]
    + BreakItem.paragraphFill
  let lines = greedy(items, LineWidths(rest: pt(100)))
  #expect(lines.map(\.items) == [0..<1, 2..<2, 3..<9])
}

@Test func skipsTakeTheirShareOfAGreedyLine() {
  var parameters = BreakParameters()
  parameters.leftSkip.width = pt(30)
  let lines = greedy(paragraph([40, 40]), LineWidths(rest: pt(90)), parameters)
  #expect(lines.map(\.items) == [0..<1, 2..<5])
}

@Test func balancedLinesAreAsManyAndAboutAsLong() throws {
  var numbers = Shuffled(3)
  let items = paragraph((0..<22).map { _ in Double(10 + numbers.below(30)) })
  var parameters = BreakParameters()
  parameters.rightSkip = .init(stretch: pt(1), order: .fil)
  var breaker = LineBreaker()
  let widths = LineWidths(rest: pt(200))
  let plain = breaker.totalFit(items, widths, parameters)
  let balanced = breaker.balanced(items, widths, parameters)
  #expect(balanced.lines.count == plain.lines.count)
  #expect(balanced.lines.allSatisfy { $0.width == pt(200) })
  let shortest = { (paragraph: BrokenParagraph) in
    pt(200) - (paragraph.lines.map(\.shortfall).max() ?? .zero)
  }
  #expect(shortest(balanced) > shortest(plain))
}
