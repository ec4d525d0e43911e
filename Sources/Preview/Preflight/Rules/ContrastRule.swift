import RectoPageModel

/// Text with too little contrast.
struct ContrastRule: PreflightRule {
  static let contrast = PreflightRuleKind(
    "text-contrast", "Text has too little contrast with its background",
    advice: "Make the text darker or its background lighter, or the other way round")

  let kinds = [contrast]
  let needs: Set<PageNeed> = [.text, .picture, .contrast]

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    page.contrasts.map { block in
      let count = block.words == 1 ? "a word" : "\(block.words) words"
      return Observation(
        Self.contrast, page: page.index, box: block.box,
        "\(count) in \(block.ink.hex) on \(block.paper.hex) \(block.words == 1 ? "has" : "have") a contrast of "
          + "\(brief(block.ratio)):1; \(brief(block.wanted)):1 is wanted")
    }
  }
}
