import RectoPageModel

/// Text whose order only its places tell, or tell otherwise.
struct ReadingOrderRule: PreflightRule {
  static let unknown = PreflightRuleKind(
    "reading-order-unknown", "The file does not state the reading order of its text",
    advice: "Export the file as a tagged PDF")
  static let backward = PreflightRuleKind(
    "reading-order", "The lower of two blocks in a column is read first",
    advice: "Correct the order of the tags or of the stories")

  let kinds = [unknown, backward]
  let needs: Set<PageNeed> = [.text]

  /// Points by which the edges of a column may differ from block to block.
  private static let columnTolerance = 6.0
  /// Fewer lines than this are a line of a table, a caption or a label.
  private static let fewestLines = 2

  func check(_ issue: IssueContents, _ limits: PreflightLimits) -> [Observation] {
    let written = issue.pages.filter(\.hasWords)
    let unknown = written.filter { $0.order == .geometry }
    guard !unknown.isEmpty, unknown.count < written.count else {
      return unknown.isEmpty
        ? []
        : [Observation(Self.unknown, "the issue does not state the reading order of its text")]
    }
    return unknown.map {
      Observation(
        Self.unknown, page: $0.index, "the page does not state the reading order of its text")
    }
  }

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    guard page.text.order == .structureTree || page.text.order == .layout else { return [] }
    let blocks = page.text.blocks.filter { block in
      block.role == .paragraph && block.lines.count >= Self.fewestLines
        && block.lines.allSatisfy { $0.words.allSatisfy { $0.direction != .topToBottom } }
    }
    return zip(blocks, blocks.dropFirst()).compactMap { first, second in
      guard second.box.maxY <= first.box.minY, isOneColumn(first.box, second.box) else {
        return nil
      }
      let text = second.lines.first?.plain ?? ""
      return Observation(
        Self.backward, page: page.index, box: second.box,
        "\"\(text.excerpt)\" is read after what stands below it in the same column")
    }
  }

  private func isOneColumn(_ a: Rect, _ b: Rect) -> Bool {
    abs(a.minX - b.minX) <= Self.columnTolerance && abs(a.maxX - b.maxX) <= Self.columnTolerance
  }
}
