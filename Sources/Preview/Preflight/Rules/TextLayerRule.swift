import RectoPageModel

/// Pages that are pictures of text.
struct TextLayerRule: PreflightRule {
  static let missing = PreflightRuleKind(
    "page-without-text", "A page is one picture and has no text that could be read aloud",
    advice: "Recognize the text, and put it behind the picture or beside it as ALTO or hOCR")

  let kinds = [missing]
  let needs: Set<PageNeed> = [.text, .images]

  /// The minimum share of the page that one picture covers.
  private static let share = 0.8

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    let area = page.trim.width * page.trim.height
    guard page.words.isEmpty,
      let image = page.images.first(where: { image in
        if case .text = image.alternative { return false }
        guard let shown = image.box.intersection(page.trim) else { return false }
        return shown.width * shown.height >= Self.share * area
      })
    else { return [] }
    return [
      Observation(
        Self.missing, page: page.index, box: image.box, "the page is one picture and has no text")
    ]
  }
}
