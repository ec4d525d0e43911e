import RectoPageModel

/// Pages of another size than the others.
struct PageSizeRule: PreflightRule {
  static let size = PreflightRuleKind(
    "page-size", "A page differs in size from most pages of the issue",
    advice: "Give all pages one trimmed size, or mark this one as intended")

  let kinds = [size]

  /// The tolerance of trimming, in points.
  private static let tolerance = 1.0

  func check(_ issue: IssueSummary, _ limits: PreflightLimits) -> [Observation] {
    // A reflowable issue has the size that the reader asks for, unless it can be written as pages.
    guard !issue.info.isReflowable || issue.info.capabilities.contains(.pdf) else { return [] }
    guard let usual = usualSize(of: issue.pages) else { return [] }
    return issue.pages.filter { !isNear($0.shownSize, usual) }.map { page in
      Observation(
        Self.size, page: page.index,
        "the page is \(brief(page.shownSize.width)) x \(brief(page.shownSize.height)) points; most "
          + "are \(brief(usual.width)) x \(brief(usual.height))")
    }
  }

  /// That of most pages; of equally many the one that comes first.
  private func usualSize(of pages: [PageSummary]) -> Size? {
    var sizes: [(size: Size, count: Int)] = []
    for page in pages {
      if let index = sizes.firstIndex(where: { isNear($0.size, page.shownSize) }) {
        sizes[index].count += 1
      } else {
        sizes.append((page.shownSize, 1))
      }
    }
    return sizes.reversed().max { $0.count < $1.count }?.size
  }

  private func isNear(_ a: Size, _ b: Size) -> Bool {
    abs(a.width - b.width) <= Self.tolerance && abs(a.height - b.height) <= Self.tolerance
  }
}

/// Pages with nothing on them.
struct EmptyPageRule: PreflightRule {
  static let empty = PreflightRuleKind(
    "page-empty", "A page has nothing on it",
    advice: "Remove the page, or add the missing content")

  let kinds = [empty]
  let needs: Set<PageNeed> = [.text, .links, .media, .picture]

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    guard page.text.blocks.isEmpty, page.links.isEmpty, page.media.isEmpty,
      page.picture?.isUniform == true
    else { return [] }
    return [
      Observation(Self.empty, page: page.index, box: page.trim, "the page has nothing on it")
    ]
  }
}

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
            + "at least \(brief(limits.safeMargin)) are required")
    }
  }
}

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
          + "at least \(brief(limits.gutterMargin)) are required")
    }
  }
}

/// Pages that cannot be shown.
struct UnreadablePageRule: PreflightRule {
  static let unreadable = PreflightRuleKind(
    "page-unreadable", "A page cannot be read or drawn", advice: "Export the page again")

  let kinds = [unreadable]

  func check(_ issue: IssueSummary, _ limits: PreflightLimits) -> [Observation] {
    issue.failures.map { failure in
      Observation(Self.unreadable, page: failure.page, failure.error.message)
    }
  }
}
