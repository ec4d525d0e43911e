import RectoPageModel

/// Lines of the pages before and after, parts of which the browser draws onto a page, such as marks
/// above the letters of the next line.
enum TornLines {
  /// The runs of glyphs whose baseline is outside of the rows of a page's own text, in drawing order. Columns of
  /// vertical text are left out.
  static func runs(of glyphs: [DrawnGlyph], outside rows: ClosedRange<Double>) -> [Int] {
    var runs: [Int] = []
    var start = 0
    while start < glyphs.count {
      var end = start + 1
      while end < glyphs.count, glyphs[end].run == glyphs[start].run { end += 1 }
      let run = glyphs[start..<end]
      if run.contains(where: { !rows.contains($0.start.y) }), run.allSatisfy(\.isUpright),
        !isVertical(run, after: start > 0 ? glyphs[start - 1] : nil),
        let baseline = baseline(of: run), !rows.contains(baseline)
      {
        runs.append(glyphs[start].run)
      }
      start = end
    }
    return runs
  }

  /// True if the letters stand below one another, or a single one below the letter before it. In
  /// columns, the last one or its ruby may reach over the end.
  private static func isVertical(_ run: ArraySlice<DrawnGlyph>, after before: DrawnGlyph?) -> Bool {
    let glyphs = run.count == 1 ? [before].compactMap(\.self) + run : Array(run)
    return glyphs.count > 1
      && zip(glyphs, glyphs.dropFirst()).allSatisfy { above, below in
        let size = max(above.size, below.size)
        return abs(below.start.x - above.start.x) < size / 2
          && below.start.y - above.start.y > size / 2 && below.start.y - above.start.y < 1.5 * size
      }
  }

  /// The y coordinate of most glyphs; marks are raised or lowered by different amounts.
  private static func baseline(of run: ArraySlice<DrawnGlyph>) -> Double? {
    var counts: [Int: Int] = [:]
    for glyph in run { counts[Int((glyph.start.y * 20).rounded()), default: 0] += 1 }
    // Where no height is the most frequent one, the lowest is: most marks stand above.
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }.map { Double($0.key) / 20 }
  }
}
