import RectoPageModel

/// The warnings of a backend about its source. The rule is named after the warning's code.
struct WarningsRule: PreflightRule {
  /// A warning of a code that is not known here, such as one of a plugin.
  static let other = PreflightRuleKind(
    "source-warning", "The backend of the source has a warning",
    advice: "Correct the cause in the source")

  private struct Known {
    var kind: PreflightRuleKind
    var severity: PreflightFinding.Severity

    init(
      _ code: String, _ severity: PreflightFinding.Severity, _ summary: String, _ advice: String
    ) {
      kind = PreflightRuleKind(code, summary, advice: advice)
      self.severity = severity
    }
  }

  private static let known = [
    Known(
      "overset", .error, "Text of a story or a box has no room and is left out",
      "Add a frame or a page, enlarge the box, or shorten the text"),
    Known(
      "missing-font", .error, "A font that a style names is not installed",
      "Install the font, or name another"),
    Known(
      "missing-glyph", .error, "No font has glyphs for some of the text",
      "Install a font for the script"),
    Known(
      "missing-file", .error, "A file that the issue names is not in it",
      "Put the file in the named place, or correct its name"),
    Known(
      "missing-part", .error, "A part of a package cannot be opened, and is left out",
      "Correct the part, or take it out of the package"),
    Known(
      "left-out", .warning, "Files of the source are not shown",
      "List them with the pages, or publish them separately"),
    Known(
      "cut-page", .warning, "The end of a long page of HTML is left out", "Divide the page"),
    Known(
      "uncounted-pages", .warning, "Further pages of a large TIFF file are not shown",
      "Save each page as a file of its own"),
    Known(
      "other-engine", .warning, "A page is drawn by another engine, since the chosen one failed",
      "Export the page again"),
    Known(
      "reduced-scale", .warning, "A page is too large for the usual resolution",
      "Make the page smaller"),
    Known(
      "chapter-without-pages", .error, "A chapter of a book cannot be laid out",
      "Correct the chapter's document"),
    Known(
      "part-beyond-limit", .error, "A chapter of a book needs more time or memory than it may have",
      "Make the chapter's document smaller or simpler"),
    Known(
      "malformed-document", .warning, "A document of a book is not well-formed XML",
      "Correct the document: other reading systems may refuse it"),
    Known(
      "unreadable-page", .error, "A page image cannot be read", "Save the page image again"),
    Known("damaged-image", .error, "A page image ends too early", "Save the page image again"),
    Known(
      "damaged-package", .error, "The package document of an EPUB is invalid",
      "Correct the package document"),
    Known(
      "damaged-navigation", .error, "The table of contents of an EPUB cannot be read",
      "Correct the navigation document or the NCX"),
    Known(
      "damaged-container", .warning, "The container of an EPUB is invalid",
      "Pack the book again, with its mimetype first"),
    Known(
      "damaged-overlay", .warning, "The narration of a document cannot be read",
      "Correct the media overlay"),
    Known(
      "encrypted-file", .error, "A file of an EPUB is encrypted", "Publish the book without it"),
    Known(
      "unknown-media-type", .warning, "A document of an EPUB has an unsupported media type",
      "Add an XHTML or SVG fallback"),
    Known(
      "damaged-file", .warning, "A PDF is damaged or unusual", "Export the PDF again"),
    Known(
      "damaged-metadata", .warning, "A file of metadata cannot be read", "Correct the file"),
    Known(
      "damaged-sidecar", .warning, "The text beside a page image cannot be read",
      "Recognize the text of the page again"),
    Known("unknown-key", .warning, "A layout has an unknown key", "Correct the key"),
    Known(
      "wrong-type", .warning, "A value in a layout has the wrong type", "Correct the value"),
    Known("bad-value", .warning, "A value in a layout is invalid", "Correct the value"),
    Known("missing-key", .warning, "A layout lacks a required key", "Add the key"),
    Known(
      "unknown-name", .warning, "A layout refers to a name that it does not define",
      "Correct the name"),
    Known("cycle", .warning, "Styles of a layout extend each other in a cycle", "Break the cycle"),
    Known("unused-story", .note, "A story is not on any page", "Give the story a frame"),
    Known(
      "outside-page", .warning, "An item of a layout lies outside its page",
      "Move it onto the page"),
    Known("bad-encoding", .warning, "A story is not in UTF-8", "Save the story in UTF-8"),
    Known(
      "ignored-markup", .note, "Markup of a story has no effect", "Take the markup out"),
    Known(
      "bad-front-matter", .warning, "The front matter of a story cannot be read",
      "Correct the front matter"),
    Known("unknown-theme", .note, "There is no theme of that name", "Name an existing theme"),
    Known(
      "more-warnings", .note, "There are more warnings than those listed",
      "Correct those listed, and check again"),
  ]

  private static let kindOfCode = Dictionary(
    known.map { ($0.kind.id, $0.kind) }, uniquingKeysWith: { first, _ in first })

  /// The same in every profile.
  static let severities: [String: PreflightFinding.Severity] = Dictionary(
    known.map { ($0.kind.id, $0.severity) } + [(other.id, .warning)],
    uniquingKeysWith: { first, _ in first })

  var kinds: [PreflightRuleKind] { Self.known.map(\.kind) + [Self.other] }

  func check(_ issue: IssueSummary, _ limits: PreflightLimits) -> [Observation] {
    // A page that failed has its error, which says the same.
    let failed = Set(issue.failures.map(\.page))
    return issue.info.warnings.compactMap { warning in
      if let page = warning.page, failed.contains(page) { return nil }
      return Observation(
        Self.kindOfCode[warning.code] ?? Self.other, page: warning.page, box: warning.box,
        Self.kindOfCode[warning.code] == nil
          ? "\(warning.code): \(warning.message)" : warning.message)
    }
  }
}
