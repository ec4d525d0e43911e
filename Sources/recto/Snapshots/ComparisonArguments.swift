import RectoPageModel
import RectoSnapshots

extension Arguments {
  /// The comparison that the options describe. Without an option about the picture, differences
  /// between rasterizers are tolerated; several options must all be met.
  func comparison(hasText: Bool) throws(UsageError) -> ComparisonOptions {
    var parts: [Comparison] = []
    if has("exact") { parts.append(.exact) }
    if let text = self["fuzz"] {
      guard let fuzz = Fuzz(text) else {
        throw UsageError("--fuzz \(text) is not like maxDifference=0-2;totalPixels=0-100")
      }
      parts.append(.fuzz(fuzz))
    }
    if let threshold = try number("perceptual", in: 0...1) {
      parts.append(.perceptual(Perception(threshold: threshold)))
    }
    if let share = try number("density", in: 0...1) {
      parts.append(.density(Density(share: share)))
    }
    if let mean = try number("similarity", in: -1...1) {
      parts.append(.similarity(Similarity(mean: mean)))
    }
    if parts.isEmpty { parts.append(.rasterization) }
    if hasText, !has("no-text") { parts.append(.text(TextTolerance())) }
    return ComparisonOptions(
      .all(parts), area: ComparedArea(regions: try rects("only"), masks: try rects("mask")))
  }

  private func rects(_ option: String) throws(UsageError) -> [Rect] {
    var rects: [Rect] = []
    for text in list(option) {
      guard let rect = Rect(numbers: text) else {
        throw UsageError("--\(option) \(text) is not a rectangle like 36,36,200,120")
      }
      rects.append(rect)
    }
    return rects
  }
}

extension Rect {
  /// `x,y,width,height` with a width and a height above 0; nil for anything else.
  init?(numbers text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0).flatMap { $0.isFinite ? $0 : nil }
    }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3], width > 0, height > 0
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}
