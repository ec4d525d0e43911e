/// Breaks paragraphs into lines.
///
/// Use one for many paragraphs, since it reuses its memory. It has no other state: the same items
/// always give the same lines. Widths are whole numbers, and arithmetic, badness and
/// demerits are TeX's, so `totalFit` gives TeX's lines.
///
/// There is always a result. A line that cannot be made to fit is marked as overfull.
public struct LineBreaker: ~Copyable {
  private var search = BreakSearch()
  /// The breaks of the present paragraph.
  private var breaks: [Int] = []

  public init() {}

  /// Breaks a paragraph into the lines with the fewest demerits in total, as TeX does (Knuth and
  /// Plass).
  ///
  /// Takes time in proportion to the number of items. A paragraph with far more possible breaks
  /// than text has, such as a million on one line, is broken by `greedy` instead.
  public mutating func totalFit(
    _ items: [BreakItem], _ widths: LineWidths, _ parameters: BreakParameters = BreakParameters()
  ) -> BrokenParagraph {
    items.withUnsafeBufferPointer { items in
      guard !items.isEmpty else {
        return BrokenParagraph(lines: [], method: .totalFit, demerits: 0)
      }
      search.begin(items, widths, parameters)
      let found = searchInPasses(parameters)
      breaks.removeAll(keepingCapacity: true)
      if let found { collectBreaks(from: found.record) }
      search.end()
      guard let found else { return greedyFit(items, widths, parameters) }
      let lines = LineMeasure(items: items, widths: widths, parameters: parameters)
        .lines(endingAt: breaks)
      return BrokenParagraph(lines: lines, method: .totalFit, demerits: found.demerits)
    }
  }

  /// Breaks by filling each line in turn, at its natural width if possible.
  ///
  /// Only the skips of `parameters` are used.
  public mutating func greedy(
    _ items: [BreakItem], _ widths: LineWidths, _ parameters: BreakParameters = BreakParameters()
  ) -> BrokenParagraph {
    items.withUnsafeBufferPointer { greedyFit($0, widths, parameters) }
  }

  private mutating func greedyFit(
    _ items: UnsafeBufferPointer<BreakItem>, _ widths: LineWidths, _ parameters: BreakParameters
  ) -> BrokenParagraph {
    breaks.removeAll(keepingCapacity: true)
    GreedyFit(items: items, widths: widths, background: parameters.background)
      .appendBreaks(to: &breaks)
    let lines = LineMeasure(items: items, widths: widths, parameters: parameters)
      .lines(endingAt: breaks)
    return BrokenParagraph(lines: lines, method: .greedy, demerits: 0)
  }

  /// Searches in up to three passes, each more lenient than the one before (tex.web §863); nil if there
  /// are too many ways to break the paragraph.
  private mutating func searchInPasses(
    _ parameters: BreakParameters
  ) -> (record: Int, demerits: Int)? {
    var pass = BreakSearch.Pass(
      threshold: min(parameters.pretolerance, Badness.infinite), takesLastResorts: false,
      isFinal: false, background: parameters.background)
    if parameters.pretolerance < 0 { enterSecondPass(&pass, parameters) }
    while true {
      switch search.run(pass) {
      case .found(let record, let demerits): return (record, demerits)
      case .tooManyWays: return nil
      case .infeasible where pass.isFinal: return nil
      case .infeasible where !pass.takesLastResorts: enterSecondPass(&pass, parameters)
      case .infeasible:
        pass.background.stretch += Int(parameters.emergencyStretch.rawValue)
        pass.isFinal = true
      }
    }
  }

  private func enterSecondPass(_ pass: inout BreakSearch.Pass, _ parameters: BreakParameters) {
    pass.threshold = min(parameters.tolerance, Badness.infinite)
    pass.takesLastResorts = true
    pass.isFinal = parameters.emergencyStretch.rawValue <= 0
  }

  private mutating func collectBreaks(from last: Int) {
    var record = last
    while record >= 0 {
      let kept = search.records[record]
      breaks.append(Int(kept.item))
      record = Int(kept.previous)
    }
    breaks.reverse()
  }
}
