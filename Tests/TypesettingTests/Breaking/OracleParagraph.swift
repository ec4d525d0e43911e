import RectoTypesetting

/// Pseudo-random numbers, whole in every step: Marsaglia's xorshift with 32 bits.
struct OracleNumbers {
  private var state: UInt32

  init(paragraph: Int) {
    state = UInt32(truncatingIfNeeded: paragraph &* 2_654_435_761 &+ 12_345)
    if state == 0 { state = 1 }
    for _ in 0..<8 { _ = next() }
  }

  private mutating func next() -> UInt32 {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return state
  }

  mutating func below(_ limit: Int) -> Int { Int(next() >> 4) % limit }
  mutating func oneOf(_ choices: [Int]) -> Int { choices[below(choices.count)] }

  /// From `least` points on, `span` points wide.
  mutating func length(_ least: Int, _ span: Int) -> ScaledPoints {
    ScaledPoints(rawValue: Int32(least * point + below(span * point)))
  }
}

private let point = 65_536

private func scaled(_ value: Int) -> ScaledPoints { ScaledPoints(rawValue: Int32(value)) }

/// The pseudo-random paragraphs that LuaTeX has broken: the same, number by number, as those of
/// `Tests/Oracle/paragraphs.lua`.
struct OracleParagraph {
  private(set) var items: [BreakItem] = []
  private(set) var widths = LineWidths(rest: .zero)
  private(set) var parameters = BreakParameters()

  private var numbers: OracleNumbers
  private var hyphenPenalty = 0
  private var mostPieces = 0
  private var plainSpaces = 0
  private var space = ScaledPoints.zero
  private var stretch = ScaledPoints.zero
  private var shrink = ScaledPoints.zero

  init(_ paragraph: Int) {
    numbers = OracleNumbers(paragraph: paragraph)
    drawParameters()
    hyphenPenalty = numbers.oneOf([50, 50, 50, 0, 200, 1000, 10])
    mostPieces = 1 + numbers.below(5)
    plainSpaces = numbers.oneOf([4, 60, 60, 200, 1000])
    space = numbers.length(2, 3)
    stretch = numbers.length(0, 3)
    shrink = numbers.length(0, 2)
    let fill = numbers.below(6)
    let words = 1 + numbers.below(numbers.oneOf([10, 60, 120, 120, 200]))
    items.append(.box(scaled(numbers.below(2) * 15 * point)))
    for word in 0..<words {
      if word > 0 { addSpace() }
      addWord()
    }
    items.append(.penalty(Penalty.infinite))
    switch fill {
    case 0: items.append(.glue(.zero))
    case 1: items.append(.glue(scaled(20 * point), stretch: scaled(point), order: .fil))
    default: items.append(.glue(.zero, stretch: scaled(point), order: .fil))
    }
  }

  private mutating func drawParameters() {
    widths.rest = numbers.length(80, 321)
    parameters.pretolerance = numbers.oneOf([-1, 50, 100, 100, 200, 1000, 10000])
    parameters.tolerance = numbers.oneOf([50, 200, 200, 500, 1000, 2000, 9999, 10000])
    parameters.emergencyStretch = scaled(numbers.oneOf([0, 0, 0, 5, 20, 50]) * point)
    parameters.linePenalty = numbers.oneOf([10, 10, 0, 100, 200])
    parameters.adjacentDemerits = numbers.oneOf([10000, 10000, 0, 500])
    parameters.doubleHyphenDemerits = numbers.oneOf([10000, 10000, 0, 100000])
    parameters.finalHyphenDemerits = numbers.oneOf([5000, 5000, 0, 50000])
    parameters.looseness = numbers.oneOf([0, 0, 0, 0, 0, 0, 1, -1, 2, -2])
    drawSkips()
    if numbers.below(4) == 0 {
      for _ in 0...numbers.below(6) { widths.first.append(numbers.length(60, 340)) }
    }
  }

  private mutating func drawSkips() {
    switch numbers.below(9) {
    case 4: parameters.rightSkip.stretch = numbers.length(10, 40)
    case 5: parameters.rightSkip = .init(stretch: scaled(point), order: .fil)
    case 6:
      parameters.leftSkip.stretch = numbers.length(10, 40)
      parameters.rightSkip = parameters.leftSkip
    case 7:
      parameters.leftSkip = .init(scaled(5 * point), stretch: scaled(point))
      parameters.rightSkip = .init(
        scaled(3 * point), stretch: scaled(30 * point), shrink: scaled(point))
    case 8:
      parameters.leftSkip = .init(stretch: scaled(point), order: .fill)
      parameters.rightSkip = parameters.leftSkip
    default: break
    }
  }

  private mutating func addDiscretionary() {
    let hyphen = scaled(218_453)
    switch numbers.below(8) {
    case 0..<6: items.append(.discretionary(preBreak: hyphen, penalty: hyphenPenalty))
    case 6:
      items.append(.box(hyphen))
      items.append(.discretionary(preBreak: .zero, penalty: hyphenPenalty, isLastResort: false))
    default:
      let replacement = numbers.length(0, 8)
      let preBreak = numbers.length(0, 8)
      let postBreak = numbers.below(2) == 0 ? .zero : numbers.length(1, 5)
      let isLastResort = numbers.below(2) == 1
      items.append(
        .discretionary(
          preBreak: preBreak, postBreak: postBreak, replacement: replacement,
          penalty: numbers.below(400), isLastResort: isLastResort))
    }
  }

  private mutating func addWord() {
    for piece in 0...numbers.below(mostPieces) {
      if piece > 0 { addDiscretionary() }
      let isWide = numbers.below(400) == 0
      items.append(.box(isWide ? numbers.length(40, 260) : numbers.length(3, 15)))
    }
  }

  private var glue: BreakItem { .glue(space, stretch: stretch, shrink: shrink) }

  private func glue(
    times: Int = 1, order: BreakItem.StretchOrder, extra: Int = 0, shrunk: Int = 1
  ) -> BreakItem {
    .glue(
      space + scaled(extra), stretch: scaled(Int(stretch.rawValue) * times), order: order,
      shrink: scaled(Int(shrink.rawValue) / shrunk))
  }

  private mutating func addSpace() {
    switch numbers.below(plainSpaces + 12) {
    case 0:
      items.append(.penalty(Penalty.infinite))
      items.append(.glue(.zero, stretch: scaled(point), order: .fil))
      items.append(.penalty(-Penalty.infinite))
    case 1: items += [.penalty(Penalty.infinite), glue]
    case 2: items += [.penalty(numbers.below(1001) - 500), glue]
    case 3: items += [.penalty(5000 + numbers.below(5000)), glue]
    case 4: items.append(glue(times: 3, order: numbers.below(3) == 0 ? .fil : .finite))
    case 5: items += [glue, .glue(numbers.length(0, 4))]
    case 6, 7:
      let lineEnd = scaled(-numbers.below(3 * point))
      let lineStart = scaled(-numbers.below(4 * point))
      let penalty = numbers.below(3) * 25
      items += [.penalty(penalty, lineEnd: lineEnd, lineStart: lineStart), glue]
    case 8: items.append(glue(order: numbers.below(20) == 0 ? .fill : .finite))
    case 9: addBareBreak()
    case 10:
      items += [.discretionary(preBreak: scaled(218_453), penalty: hyphenPenalty), glue]
    case 11: items.append(glue(times: 3, order: .finite, extra: point, shrunk: 3))
    default: items.append(glue)
    }
  }

  private mutating func addBareBreak() {
    guard numbers.below(6) == 0 else {
      items.append(.penalty(numbers.below(200)))
      return
    }
    items.append(.penalty(-Penalty.infinite))
    if numbers.below(2) == 0 { items.append(.penalty(-Penalty.infinite)) }
  }
}
