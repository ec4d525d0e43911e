import RectoPageModel

/// Issues without a title, which readers see under their file's name.
struct TitleRule: PreflightRule {
  static let missing = PreflightRuleKind(
    "title-missing", "The issue has no title in its metadata",
    advice: "State the title in the metadata")

  let kinds = [missing]

  func check(_ issue: IssueSummary, _ limits: PreflightLimits) -> [Observation] {
    let title = issue.info.metadata.title ?? ""
    return title.allSatisfy(\.isWhitespace)
      ? [Observation(Self.missing, "the issue has no title in its metadata")] : []
  }
}

/// Issues that do not say what language they are in, so that a voice reads them wrong.
struct LanguageRule: PreflightRule {
  static let missing = PreflightRuleKind(
    "language-missing", "The issue does not state its language",
    advice: "State the language in the metadata, such as en-GB")

  let kinds = [missing]
  let needs: Set<PageNeed> = [.text]

  func check(_ issue: IssueSummary, _ limits: PreflightLimits) -> [Observation] {
    let written = issue.pages.filter(\.hasWords)
    guard !written.isEmpty else { return [] }
    guard let language = issue.info.metadata.language, !language.isEmpty else {
      return written.allSatisfy(\.statesLanguage)
        ? [] : [Observation(Self.missing, "the issue does not state its language")]
    }
    guard !isTag(language) else { return [] }
    return [
      Observation(
        Self.missing,
        "the language of the issue is \"\(language.excerpt)\", which is not a language tag")
    ]
  }

  /// True if it has the form of a tag (RFC 5646, 2.1): parts of letters and digits, the first of
  /// two or three letters, or `x` or `i` before others.
  private func isTag(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard
      parts.allSatisfy({ part in
        (1...8).contains(part.utf8.count)
          && part.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) }
      })
    else { return false }
    let first = parts[0].lowercased()
    let isPrivate = ["x", "i"].contains(first) && parts.count > 1
    return isPrivate || (2...8).contains(first.count) && first.allSatisfy(\.isLetter)
  }
}

/// Pages whose pictures take long to load and to draw.
struct WeightRule: PreflightRule {
  static let weight = PreflightRuleKind(
    "page-weight", "The pictures of a page exceed the page's budget",
    advice: "Save the pictures smaller, or with more compression")

  let kinds = [weight]
  let needs: Set<PageNeed> = [.images]

  private struct Picture: Hashable {
    var pixels: PixelSize?
    var bytes: Int?
  }

  /// A picture that stands on the page more than once is loaded once: those of the same size in
  /// pixels and bytes are taken for one.
  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    let pictures = Set(page.images.map { Picture(pixels: $0.pixelSize, bytes: $0.byteCount) })
    let bytes = sum(pictures.map { $0.bytes ?? 0 })
    let pixels = sum(
      pictures.map { picture in
        picture.pixels.map { $0.width.multipliedReportingOverflow(by: $0.height).partialValue } ?? 0
      })
    var found: [Observation] = []
    if bytes > limits.pageBytes {
      found.append(
        Observation(
          Self.weight, page: page.index,
          "the pictures of the page take \(mebibytes(bytes)) MiB; the budget is "
            + "\(mebibytes(limits.pageBytes))"))
    }
    if pixels > limits.pagePixels {
      found.append(
        Observation(
          Self.weight, page: page.index,
          "the pictures of the page have \(millions(pixels)) megapixels; the budget is "
            + "\(millions(limits.pagePixels))"))
    }
    return found
  }

  /// The sum without overflow: sizes in a source may be arbitrarily large.
  private func sum(_ numbers: [Int]) -> Int {
    numbers.reduce(0) { total, number in
      let (result, isTooLarge) = total.addingReportingOverflow(max(0, number))
      return isTooLarge ? .max : result
    }
  }

  private func mebibytes(_ bytes: Int) -> String { brief(Double(bytes) / Double(1 << 20)) }
  private func millions(_ pixels: Int) -> String { brief(Double(pixels) / 1e6) }
}
