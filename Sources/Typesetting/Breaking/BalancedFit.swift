extension LineBreaker {
  /// Breaks a paragraph into lines of about equal length: the total fit for the narrowest widths that
  /// need no more lines and make none overfull.
  ///
  /// Lines keep their widths in the result, so white space at their ends shows in the shortfall.
  /// A paragraph of more than `most` lines is left as `totalFit` gives it.
  public mutating func balanced(
    _ items: [BreakItem], _ widths: LineWidths, _ parameters: BreakParameters = BreakParameters(),
    most: Int = 16
  ) -> BrokenParagraph {
    let full = totalFit(items, widths, parameters)
    guard full.method == .totalFit, (2...max(most, 2)).contains(full.lines.count),
      !full.lines.contains(where: \.isOverfull)
    else { return full }
    var best = full
    var fitting: Int32 = 0
    var tooNarrow = full.lines.map(\.width.rawValue).min() ?? 0
    // A difference of a quarter point is invisible.
    while tooNarrow > fitting, tooNarrow - fitting > 0x4000 {
      let inset = fitting + (tooNarrow - fitting) / 2
      let attempt = totalFit(
        items, widths.narrowed(by: ScaledPoints(rawValue: inset)), parameters)
      if attempt.lines.count == full.lines.count, !attempt.lines.contains(where: \.isOverfull) {
        best = attempt
        fitting = inset
      } else {
        tooNarrow = inset
      }
    }
    return best.widened(by: ScaledPoints(rawValue: fitting))
  }
}

extension BrokenParagraph {
  fileprivate func widened(by amount: ScaledPoints) -> BrokenParagraph {
    var widened = self
    for index in lines.indices {
      widened.lines[index].width += amount
      widened.lines[index].shortfall += amount
    }
    return widened
  }
}
