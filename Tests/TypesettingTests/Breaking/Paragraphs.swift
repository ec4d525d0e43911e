import RectoTypesetting

/// Points as a length.
func pt(_ points: Double) -> ScaledPoints { ScaledPoints(points) }

/// The space of a ten-point roman.
let wordSpace = BreakItem.glue(pt(3.33333), stretch: pt(1.66666), shrink: pt(1.11111))

/// Words of these widths with spaces between them, and white space to fill the last line.
func paragraph(_ words: [Double]) -> [BreakItem] {
  var items: [BreakItem] = []
  for (index, width) in words.enumerated() {
    if index > 0 { items.append(wordSpace) }
    items.append(.box(pt(width)))
  }
  return items + BreakItem.paragraphFill
}

/// Every line in turn, from its first item to its break.
func ranges(_ paragraph: BrokenParagraph) -> [Range<Int>] { paragraph.lines.map(\.items) }

/// Small whole numbers in no order, always the same.
struct Shuffled {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
