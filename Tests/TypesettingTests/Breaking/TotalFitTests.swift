import RectoTypesetting
import Testing

private func totalFit(
  _ items: [BreakItem], _ width: Double, _ parameters: BreakParameters = BreakParameters()
) -> BrokenParagraph {
  var breaker = LineBreaker()
  return breaker.totalFit(items, LineWidths(rest: pt(width)), parameters)
}

@Test func aParagraphOfNothingHasNoLines() {
  #expect(totalFit([], 100).lines.isEmpty)
}

@Test func aShortParagraphIsOneLineThatFillsUp() throws {
  let line = try #require(totalFit(paragraph([20, 30]), 100).lines.first)
  #expect(line.items == 0..<5)
  #expect(line.order == .fil)
  #expect(line.shortfall == pt(100) - pt(20) - pt(30) - wordSpace.width)
  #expect(line.badness == 0)
}

@Test func theParagraphAsAWholeIsBetterThanLineByLine() {
  var numbers = Shuffled(2)
  let words = (0..<80).map { _ in Double(8 + numbers.below(40)) }
  var parameters = BreakParameters()
  parameters.tolerance = 10_000
  var breaker = LineBreaker()
  let widths = LineWidths(rest: pt(180))
  let total = breaker.totalFit(paragraph(words), widths, parameters)
  let greedy = breaker.greedy(paragraph(words), widths, parameters)
  func badness(_ paragraph: BrokenParagraph) -> [Int] { paragraph.lines.map(\.badness) }
  #expect(badness(total).reduce(0, +) < badness(greedy).reduce(0, +) / 2)
}

@Test func aForcedBreakEndsItsLineAndTwoMakeAnEmptyOne() {
  let forced = BreakItem.penalty(-Penalty.infinite)
  let items = [.box(pt(10)), forced, forced, .box(pt(10))] + BreakItem.paragraphFill
  #expect(ranges(totalFit(items, 100)) == [0..<1, 2..<2, 3..<6])
}

@Test func anInfinitePenaltyKeepsWordsTogether() {
  var parameters = BreakParameters()
  parameters.tolerance = 10_000
  let words: [BreakItem] = [.box(pt(50)), wordSpace, .box(pt(20))]
  let tied =
    words + [.penalty(Penalty.infinite), wordSpace, .box(pt(50))] + BreakItem.paragraphFill
  let free = words + [.penalty(0), wordSpace, .box(pt(50))] + BreakItem.paragraphFill
  #expect(ranges(totalFit(tied, 80, parameters))[0] == 0..<1)
  #expect(ranges(totalFit(free, 80, parameters))[0] == 0..<3)
}

@Test func glueAndPenaltiesAfterABreakDisappear() {
  var parameters = BreakParameters()
  parameters.tolerance = 10_000
  let items =
    [.box(pt(60)), wordSpace, .penalty(100), wordSpace, .box(pt(60))] + BreakItem.paragraphFill
  let lines = totalFit(items, 100, parameters).lines
  #expect(lines.map(\.items) == [0..<1, 4..<7])
  #expect(lines.map(\.shortfall) == [pt(40), pt(40)])
}

@Test func aHyphenWidensTheLineThatItEndsAndTheNext() {
  var parameters = BreakParameters()
  parameters.tolerance = 10_000
  let items =
    [
      .box(pt(60)),
      .discretionary(preBreak: pt(3), postBreak: pt(2), replacement: pt(4)),
      .box(pt(60)),
    ] + BreakItem.paragraphFill
  let broken = totalFit(items, 100, parameters).lines
  #expect(broken.map(\.isHyphenated) == [true, false])
  #expect(broken.map(\.shortfall) == [pt(37), pt(38)])
  let unbroken = totalFit(items, 200, parameters).lines
  #expect(unbroken.map(\.shortfall) == [pt(76)])
}

@Test func punctuationThatHangsGivesItsLineRoom() {
  // The comma sticks out by 2 pt, and so does the quotation mark that follows.
  let hanging = BreakItem.penalty(0, lineEnd: pt(-2), lineStart: pt(-1))
  let items =
    [.box(pt(40)), wordSpace, .box(pt(60)), hanging, wordSpace, .box(pt(60)), hanging, wordSpace]
    + [.box(pt(20))] + BreakItem.paragraphFill
  var parameters = BreakParameters()
  parameters.tolerance = 10_000
  let lines = totalFit(items, 102, parameters).lines
  #expect(lines.map(\.items) == [0..<3, 5..<11])
  #expect(lines[0].shortfall == pt(102) - pt(98) - wordSpace.width)
  #expect(lines[1].shortfall == pt(102) - pt(79) - wordSpace.width)
}

@Test func hyphensAreNotTriedWhereTheLinesAreGoodWithoutThem() {
  let hyphen = BreakItem.discretionary(preBreak: pt(3), penalty: 0)
  let standing = BreakItem.discretionary(preBreak: pt(3), penalty: 0, isLastResort: false)
  func lines(_ discretionary: BreakItem) -> [BrokenLine] {
    let items =
      [.box(pt(44)), wordSpace, .box(pt(49)), wordSpace, .box(pt(12)), discretionary, .box(pt(70))]
      + BreakItem.paragraphFill
    var parameters = BreakParameters()
    parameters.pretolerance = 10_000
    return totalFit(items, 114, parameters).lines
  }
  #expect(lines(hyphen).map(\.isHyphenated) == [false, false])
  #expect(lines(standing).map(\.isHyphenated) == [true, false])
}

@Test func everyLineHasTheWidthOfItsNumber() {
  var breaker = LineBreaker()
  var parameters = BreakParameters()
  parameters.tolerance = 10_000
  let widths = LineWidths(first: [pt(40), pt(60), pt(40)], rest: pt(100))
  let broken = breaker.totalFit(
    paragraph(Array(repeating: 10, count: 40)), widths, parameters)
  #expect(broken.lines.map(\.width).prefix(4) == [pt(40), pt(60), pt(40), pt(100)])
  // A word more than spaces; the fourth line shrinks a little.
  #expect(broken.lines.prefix(4).map { ($0.items.count + 1) / 2 } == [3, 5, 3, 8])
}

@Test func aLineThatCannotFitIsReportedAndTheRestIsSetAsEver() {
  let lines = totalFit(paragraph([30, 30, 150, 30, 30]), 100).lines
  #expect(lines.contains { $0.isOverfull && $0.badness == 1_000_000 })
  #expect(lines.last?.items.upperBound == paragraph([30, 30, 150, 30, 30]).count)
  #expect(lines.last?.isOverfull == false)
}

@Test func stretchAtTheEndOfLinesMakesThemRagged() {
  var parameters = BreakParameters()
  parameters.rightSkip.stretch = pt(30)
  let words = (0..<60).map { _ in 40.0 }
  let ragged = totalFit(paragraph(words), 100, parameters).lines
  #expect(ragged.allSatisfy { $0.badness < 200 })
  #expect(totalFit(paragraph(words), 100).lines.contains { $0.badness > 200 })
}

@Test func loosenessAsksForAnotherNumberOfLines() {
  var numbers = Shuffled(1)
  let items = paragraph((0..<120).map { _ in Double(8 + numbers.below(30)) })
  var parameters = BreakParameters()
  parameters.tolerance = 5_000
  let normal = totalFit(items, 200, parameters).lines.count
  parameters.looseness = 1
  #expect(totalFit(items, 200, parameters).lines.count == normal + 1)
}

@Test func emergencyStretchSavesALineFromBeingOverfull() {
  let items = paragraph([40, 40, 58, 40, 50, 45])
  var parameters = BreakParameters()
  let without = totalFit(items, 100, parameters).lines.count { $0.isOverfull }
  parameters.emergencyStretch = pt(40)
  let with = totalFit(items, 100, parameters).lines.count { $0.isOverfull }
  #expect(without > 0)
  #expect(with == 0)
}

@Test func aBreakerThatIsUsedAgainForgetsTheParagraphsBefore() {
  var used = LineBreaker()
  for number in 1...60 {
    let paragraph = OracleParagraph(number)
    var fresh = LineBreaker()
    #expect(
      used.totalFit(paragraph.items, paragraph.widths, paragraph.parameters)
        == fresh.totalFit(paragraph.items, paragraph.widths, paragraph.parameters))
  }
}

@Test(arguments: [(50, 200, 20), (100, 100, 100), (100, 50, 800), (10, 100, 0), (250, 100, 1_562)])
func badnessIsTeXs(wanted: Int, available: Int, badness: Int) {
  var line = totalFit(paragraph([10]), 100).lines[0]
  line.order = .finite
  line.shrink = .zero
  line.shortfall = ScaledPoints(rawValue: Int32(wanted))
  line.stretch = ScaledPoints(rawValue: Int32(available))
  // By hand: 297 times the ratio, its cube over 2^18, rounded.
  let ratio = wanted * 297 / available
  #expect(line.badness == (ratio * ratio * ratio + 131_072) / 262_144)
  #expect(abs(line.badness - badness) <= 20)
}
