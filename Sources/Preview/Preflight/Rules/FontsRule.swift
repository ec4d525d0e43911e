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

  func check(_ issue: IssueContents, _ limits: PreflightLimits) -> [Observation] {
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
