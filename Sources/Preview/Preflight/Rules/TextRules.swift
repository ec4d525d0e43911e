import RectoPageModel

/// Fonts that a reader's machine may not have.
struct FontsRule: PreflightRule {
  static let notEmbedded = PreflightRuleKind(
    "font-not-embedded", "A font is not embedded, and must be installed where the file is read",
    advice: "Embed the font when the file is exported")
  static let substituted = PreflightRuleKind(
    "font-substituted", "A font is neither embedded nor installed, and another replaces it",
    advice: "Embed the font when the file is exported, or choose one that can be embedded")

  let kinds = [notEmbedded, substituted]
  let needs: Set<PageNeed> = [.text]

  func check(_ issue: IssueSummary, _ limits: PreflightLimits) -> [Observation] {
    // A layout made here uses this machine's fonts; missing ones are a warning of the backend.
    guard !issue.info.isReflowable else { return [] }
    return issue.fonts.filter { !$0.isEmbedded }.map { font in
      let name = font.name.isEmpty ? "a font without a name" : "the font \(font.name)"
      let first = issue.pages.lazy.compactMap { page in
        page.fonts[font.name].map { (page.index, $0) }
      }
      .first
      guard let other = font.substitute, !isSame(other, font.name) else {
        return Observation(
          Self.notEmbedded, page: first?.0, box: first?.1, "\(name) is not embedded")
      }
      return Observation(
        Self.substituted, page: first?.0, box: first?.1,
        "\(name) is not embedded, and \(other) is drawn in its place")
    }
  }

  /// True if two names refer to one font: `Lato-Bold` and `Lato Bold`, `Lato` and `Lato Regular`.
  private func isSame(_ a: String, _ b: String) -> Bool {
    func core(_ name: String) -> String {
      let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
      return plain.hasSuffix("regular") ? String(plain.dropLast("regular".count)) : plain
    }
    return core(a) == core(b)
  }
}

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

/// Text that cannot be searched, copied or read aloud.
struct UnmappedTextRule: PreflightRule {
  static let unmapped = PreflightRuleKind(
    "text-unmapped",
    "Characters have no Unicode value, and cannot be searched, copied or read aloud",
    advice: "Export the file with Unicode maps (ToUnicode) in its fonts")

  let kinds = [unmapped]
  let needs: Set<PageNeed> = [.text]

  /// Fewer characters, or a smaller share of the page, are ornaments.
  private static let (fewest, share) = (3, 0.05)

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    var (unmapped, all) = (0, 0)
    var first: TextWord?
    for word in page.words {
      let count = word.text.unicodeScalars.count { isUnmapped($0) }
      unmapped += count
      all += word.text.unicodeScalars.count
      if count > 0, first == nil { first = word }
    }
    guard let first, unmapped >= Self.fewest, Double(unmapped) >= Self.share * Double(all) else {
      return []
    }
    let font = first.font.map { ", such as those of the font \($0)" } ?? ""
    return [
      Observation(
        Self.unmapped, page: page.index, box: first.box,
        "\(unmapped) of \(all) characters of the page have no Unicode value\(font)")
    ]
  }

  /// True for U+FFFD, which stands for a character without a value, and for private values.
  private func isUnmapped(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{FFFD}" || scalar.properties.generalCategory == .privateUse
  }
}

/// Text without a stated reading order, or with one that contradicts its positions.
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
  /// The minimum number of lines: fewer are a line of a table, a caption or a label.
  private static let fewestLines = 2

  func check(_ issue: IssueSummary, _ limits: PreflightLimits) -> [Observation] {
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
        "\"\(text.excerpt)\" is read after the text below it in the same column")
    }
  }

  private func isOneColumn(_ a: Rect, _ b: Rect) -> Bool {
    abs(a.minX - b.minX) <= Self.columnTolerance && abs(a.maxX - b.maxX) <= Self.columnTolerance
  }
}

/// Headings that leave out a level, over all pages.
struct HeadingsRule: PreflightRule {
  static let order = PreflightRuleKind(
    "heading-order", "A heading is more than one level below the heading before it",
    advice: "Give the heading the level after that of the heading above it")

  let kinds = [order]
  let needs: Set<PageNeed> = [.text]

  func check(_ issue: IssueSummary, _ limits: PreflightLimits) -> [Observation] {
    var above: Int?
    var found: [Observation] = []
    for page in issue.pages where page.order != .geometry {
      for heading in page.headings {
        if let above, heading.level > above + 1 {
          found.append(
            Observation(
              Self.order, page: page.index, box: heading.box,
              "the heading \"\(heading.text.excerpt)\" of level \(heading.level) follows one of level "
                + "\(above)"))
        }
        above = heading.level
      }
    }
    return found
  }
}

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
          + "\(brief(block.ratio)):1; at least \(brief(block.wanted)):1 is required")
    }
  }
}
