import RectoPageModel
import RectoTypesetting

/// A layout with its stories flowed through its pages.
final class TextPublication: Publication {
  let composition: Composition
  let pageTexts: PageTexts
  let atlas = GlyphAtlas()
  private let findings: Findings
  let name: String
  /// The elements of the pages used last, by index.
  private var elements = BoundedCache<Int, [PageElement]>(capacity: keptPages)
  private static let keptPages = 16
  private var hasReportedText = false

  init(_ opening: TextOpening) throws(PageError) {
    name = opening.name
    findings = opening.findings
    guard let profile = opening.layout.profiles.first else {
      throw PageError(.damaged, "\(opening.name): there are no pages")
    }
    composition = Composition(
      opening.layout, profile: opening.wantedProfile ?? profile, stories: opening.stories,
      typesetter: try Typesetter(fonts: FontLibrary()), pictures: opening.pictures)
    pageTexts = PageTexts(composition, findings: findings, name: name)
    guard try composition.hasPage(0) else {
      throw PageError(.damaged, "\(opening.name): there are no pages")
    }
  }

  var layout: Layout { composition.layout }

  /// Lays out everything, since only then is the overset text known.
  var info: PublicationInfo {
    reportText()
    var info = PublicationInfo(
      format: "text", metadata: layout.metadata, direction: layout.direction,
      isReflowable: true, hasCoverAlone: layout.hasCoverAlone,
      capabilities: TextBackend.capabilities, warnings: findings.warnings)
    info.metadata.producer = info.metadata.producer ?? "Recto"
    return info
  }

  /// Lays out everything.
  var pageCount: Int {
    try? composition.finish()
    return composition.pages.count
  }

  func page(at index: Int) throws(PageError) -> any Page {
    guard index >= 0, try composition.hasPage(index) else {
      throw PageError.noPage(at: index, of: pageCount)
    }
    return LayoutPage(composition.pages[index], of: self)
  }

  func elements(of page: PlannedPage) throws(PageError) -> [PageElement] {
    if let known = elements[page.index] { return known }
    let made = try PageElements(page, in: self).all()
    elements[page.index] = made
    return made
  }

  /// A text of a page's own has no other frame to go on in.
  func reportOverset(_ count: TextCount, page: Int, box: Rect) {
    findings.report(
      .overset, at: "\(name): page \(page + 1)", page: page, box: box,
      "\(count.phrase) of a text \(count.isOne ? "does" : "do") not fit into its box: "
        + "enlarge the box, or shorten the text")
  }

  /// Reports the findings of the layout.
  private func reportText() {
    if !hasReportedText { reportOverset() }
    hasReportedText = true
    // Texts of a page's own are set with the page, and may name further ones.
    for family in composition.typesetter.fonts.missingFamilies {
      findings.report(
        .missingFont, at: name, "the font \(family) is not installed; another is used instead")
    }
    reportMissingGlyphs()
  }

  private func reportMissingGlyphs() {
    for missing in composition.typesetter.fonts.missingGlyphs {
      let texts = missing.texts.map { quoted($0) }.joined(separator: ", ")
      let package = FontPackages.package(forScript: missing.script)
      findings.report(
        .missingGlyph, at: name,
        "no font has \(texts): install \(package ?? "a font for it"); boxes are shown instead")
    }
  }

  private func reportOverset() {
    for thread in composition.threads {
      reportOverhangs(thread)
      let flow = composition.flow(thread)
      let count = TextCount(
        words: (try? flow.oversetWords()) ?? 0, pictures: (try? flow.oversetPictures()) ?? 0)
      guard !count.isEmpty, composition.overflow(of: thread) == .warn else { continue }
      let last = composition.lastFrame(of: thread)
      findings.report(
        .overset, at: "\(name): threads.\(thread)", page: last?.page.index,
        box: last.map { $0.frame.placement.box(within: $0.page.area) },
        "\(count.phrase) \(count.isOne ? "has" : "have") no frame: add a frame or a page, "
          + "or shorten the story")
    }
  }

  private func reportOverhangs(_ thread: String) {
    for overhang in (try? composition.flow(thread).overhangs()) ?? [] {
      guard let page = composition.page(ofFrame: overhang.frame, in: thread) else { continue }
      let plan = composition.pages[page]
      let frame = plan.frames.first {
        $0.frame.thread == thread && $0.number == overhang.frame
      }
      findings.report(
        .overset, at: "\(name): page \(page + 1)", page: page,
        box: frame.map { $0.frame.placement.box(within: plan.area) },
        "a row of a table is higher than its frame: divide the row, or enlarge the frame")
    }
  }
}

extension Composition {
  /// The treatment of text after the last frame of a thread.
  func overflow(of thread: String) -> Frame.Overflow {
    lastFrame(of: thread)?.frame.overflow ?? .warn
  }

  /// The last frame of a thread, with the page that it is on.
  func lastFrame(of thread: String) -> (page: PlannedPage, frame: Frame)? {
    let count = frameCount(thread)
    guard count > 0, let index = page(ofFrame: count - 1, in: thread),
      let entry = pages[index].frames.last(where: { $0.frame.thread == thread })
    else { return nil }
    return (pages[index], entry.frame)
  }
}
