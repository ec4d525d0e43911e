import RectoPageModel

/// Text so near the edge of the page that it may be cut off.
struct SafeAreaRule: PreflightRule {
  static let outside = PreflightRuleKind(
    "text-outside-safe-area", "Text is too close to the edge of the page, or beyond it",
    advice: "Move the text away from the edge")

  let kinds = [outside]
  let needs: Set<PageNeed> = [.text]

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    guard limits.safeMargin > 0 else { return [] }
    let trim = page.trim
    let safe = trim.insetBy(limits.safeMargin)
    // Text beside the page, such as a printer's marks, is cut off on purpose.
    return page.passages { word in
      word.box.intersection(trim) != nil
        && (word.box.minX < safe.minX || word.box.maxX > safe.maxX || word.box.minY < safe.minY
          || word.box.maxY > safe.maxY)
    }.map { passage in
      let box = passage.box
      let distance = min(
        box.minX - trim.minX, trim.maxX - box.maxX, box.minY - trim.minY, trim.maxY - box.maxY)
      return Observation(
        Self.outside, page: page.index, box: box,
        distance < 0
          ? "\"\(passage.text.excerpt)\" reaches beyond the edge of the page"
          : "\"\(passage.text.excerpt)\" is \(brief(distance)) points from the edge of the page; "
            + "\(brief(limits.safeMargin)) are safe")
    }
  }
}
