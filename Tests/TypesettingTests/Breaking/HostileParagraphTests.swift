import RectoTypesetting
import Testing

/// The invariant of any paragraph: the lines follow one another and reach its end.
private func isComplete(_ paragraph: BrokenParagraph, of items: [BreakItem]) -> Bool {
  var last = -1
  for line in paragraph.lines {
    guard line.items.lowerBound > last || last == -1 else { return false }
    guard line.breakItem > last || line.breakItem == items.count else { return false }
    last = line.breakItem
  }
  return last == items.count
}

private func bothWays(_ items: [BreakItem], _ parameters: BreakParameters = BreakParameters())
  -> [BrokenParagraph]
{
  var breaker = LineBreaker()
  let widths = LineWidths(rest: pt(210))
  return [
    breaker.totalFit(items, widths, parameters), breaker.greedy(items, widths, parameters),
  ]
}

private var lenient: BreakParameters {
  var parameters = BreakParameters()
  parameters.tolerance = 10_000
  return parameters
}

@Test func aBookWithoutABreakIsOneOverfullLine() {
  // TeX's sums would have overflowed many times.
  let items = Array(repeating: BreakItem.box(pt(5_000)), count: 500_000)
  for broken in bothWays(items) {
    #expect(broken.lines.count == 1)
    #expect(broken.lines[0].isOverfull)
  }
}

@Test
func aHundredThousandBreaksOnOneLineAreNotWeighedAgainstEachOther() {
  let zero: [BreakItem] = [.box(.zero), .penalty(0)]
  let items = [.box(pt(10))] + (0..<100_000).flatMap { _ in zero }
  for broken in bothWays(items, lenient) {
    #expect(isComplete(broken, of: items))
    #expect(broken.method == .greedy)
    #expect(broken.lines.count == 1)
  }
}

@Test
func manyPenaltiesInARowAreLookedAtOnce() {
  let items =
    [.box(pt(100))] + Array(repeating: BreakItem.penalty(0), count: 100_000)
    + [.box(pt(150))] + BreakItem.paragraphFill
  for broken in bothWays(items, lenient) {
    #expect(isComplete(broken, of: items))
    #expect(broken.lines.count == 2)
  }
}

@Test
func everyForcedBreakMakesALine() {
  let items = Array(repeating: BreakItem.penalty(-Penalty.infinite), count: 200_000)
  for broken in bothWays(items) {
    #expect(broken.lines.count == 200_001)
    #expect(isComplete(broken, of: items))
  }
}

@Test func aLongBookInOneParagraphIsStillATotalFit() {
  var numbers = Shuffled(11)
  let items = paragraph((0..<150_000).map { _ in Double(8 + numbers.below(40)) })
  let broken = bothWays(items)[0]
  #expect(broken.method == .totalFit)
  #expect(isComplete(broken, of: items))
}

@Test(arguments: 1...300)
func widthsAndPenaltiesWithoutSenseStillGiveLines(seed: Int) {
  var numbers = Shuffled(UInt64(seed))
  let extremes: [Int32] = [0, 1, -1, 65_536, -65_536, 9_000_000, .max, .min, .max - 1, -.max]
  func any() -> ScaledPoints { ScaledPoints(rawValue: extremes[numbers.below(extremes.count)]) }
  func price() -> Int { [0, 50, -50, 9_999, 10_000, -10_000, .max, .min][numbers.below(8)] }
  let orders: [BreakItem.StretchOrder] = [.finite, .fil, .fill, .filll]
  let items = (0..<numbers.below(200)).map { _ -> BreakItem in
    switch numbers.below(4) {
    case 0: .box(any())
    case 1: .glue(any(), stretch: any(), order: orders[numbers.below(4)], shrink: any())
    case 2: .penalty(price(), lineEnd: any(), lineStart: any())
    default: .discretionary(preBreak: any(), postBreak: any(), replacement: any(), penalty: price())
    }
  }
  var parameters = BreakParameters()
  parameters.pretolerance = price()
  parameters.tolerance = price()
  parameters.emergencyStretch = any()
  parameters.linePenalty = price()
  parameters.adjacentDemerits = price()
  parameters.doubleHyphenDemerits = price()
  parameters.finalHyphenDemerits = price()
  parameters.looseness = price()
  parameters.leftSkip = .init(any(), stretch: any(), order: orders[numbers.below(4)], shrink: any())
  let widths = LineWidths(first: (0..<numbers.below(5)).map { _ in any() }, rest: any())
  var breaker = LineBreaker()
  let ways = [
    breaker.totalFit(items, widths, parameters), breaker.greedy(items, widths, parameters),
    breaker.balanced(items, widths, parameters),
  ]
  for broken in ways {
    #expect(items.isEmpty || isComplete(broken, of: items))
    #expect(broken.lines.allSatisfy { $0.badness >= 0 })
  }
}
