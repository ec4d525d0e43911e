import RectoPageModel

/// Text that disappears in the fold.
struct GutterRule: PreflightRule {
  static let gutter = PreflightRuleKind(
    "text-in-gutter", "Text is too close to the fold between two pages",
    advice: "Move the text away from the inner edge of the page")

  let kinds = [gutter]
  let needs: Set<PageNeed> = [.text, .side]

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    guard limits.gutterMargin > 0, let side = page.side, page.facts.rotation == .none else {
      return []
    }
    let trim = page.trim
    func distance(_ box: Rect) -> Double {
      side == .left ? trim.maxX - box.maxX : box.minX - trim.minX
    }
    return page.passages { word in
      word.box.intersection(trim) != nil && distance(word.box) < limits.gutterMargin
    }.map { passage in
      Observation(
        Self.gutter, page: page.index, box: passage.box,
        "\"\(passage.text.excerpt)\" is \(brief(max(0, distance(passage.box)))) points from the fold; "
          + "\(brief(limits.gutterMargin)) are wanted")
    }
  }
}
