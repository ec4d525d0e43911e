/// The charges for a line beside its own badness.
struct LineCharges: BitwiseCopyable {
  var line = 0
  var doubleHyphen = 0
  var finalHyphen = 0
  var adjacent = 0

  init() {}

  /// `parameters` are clamped.
  init(_ parameters: BreakParameters) {
    line = parameters.linePenalty
    doubleHyphen = parameters.doubleHyphenDemerits
    finalHyphen = parameters.finalHyphenDemerits
    adjacent = parameters.adjacentDemerits
  }

  /// The demerits that one line adds to those of the break it starts after (tex.web §859).
  func demerits(
    _ badness: Int, _ price: Int, fitness: Int, isHyphen: Bool, isEnd: Bool,
    after node: UnsafePointer<ActiveBreak>
  ) -> Int {
    let base = line &+ badness
    var demerits =
      base >= 10_000 || base <= -10_000 ? Demerits.hopelessLine : base &* base
    if price > 0 {
      demerits &+= price &* price
    } else if price > -Penalty.infinite {
      demerits &-= price &* price
    }
    if isHyphen, node.pointee.isHyphen { demerits &+= isEnd ? finalHyphen : doubleHyphen }
    let step = fitness &- Int(node.pointee.fitness)
    if step > 1 || step < -1 { demerits &+= adjacent }
    return demerits
  }
}
