import RectoPageModel
import RectoPipeline

/// Reads of a page what the rules need, each thing once.
struct PageReader: Sendable {
  let publication: OpenPublication
  let needs: Set<PageNeed>
  let limits: PreflightLimits
  /// The sides of the pages that lie beside another.
  let sides: [Int: SpreadSide]
  /// The folder of the files that links name; nil if links to files are not checked.
  let folder: String?

  /// Pixels a point of a page's picture: letters of 6 points have strokes of a pixel.
  private static let scale = 2.0
  /// Pixels of a page's picture at most.
  private static let maximumPixels = 4_000_000.0

  func read(_ index: Int) async throws(PageError) -> PageContents {
    let needs = needs
    var page = try await publication.withPublication { publication throws(PageError) in
      let page = try publication.page(at: index)
      var contents = PageContents(facts: PageFacts(page))
      if needs.contains(.text) { contents.text = try (page as? any TextPage)?.text() ?? .none }
      if needs.contains(.links) { contents.links = try (page as? any LinksPage)?.links() ?? [] }
      if needs.contains(.images) { contents.images = try (page as? any ImagesPage)?.images() ?? [] }
      if needs.contains(.media) { contents.media = try (page as? any MediaPage)?.media() ?? [] }
      return contents
    }
    page.side = sides[index]
    page.pageCount = publication.pageCount
    page.folder = folder
    guard needs.contains(.picture) else { return page }
    let picture = try await draw(page.facts)
    page.picture = picture
    if needs.contains(.contrast) {
      let facts = page.facts
      let meter = ContrastMeter(limits: limits) { region, scale throws(PageError) in
        try await draw(facts, region: region, scale: scale)
      }
      page.contrasts = try await meter.blocks(of: page.text, in: picture)
    }
    return page
  }

  /// The whole page, or a part of it, not turned.
  private func draw(
    _ page: PageFacts, region: Rect? = nil, scale wanted: Double = scale
  ) async throws(PageError) -> PagePicture {
    let area = region.flatMap { $0.intersection(Rect(page.size)) } ?? Rect(page.size)
    let scale = min(
      wanted, (Self.maximumPixels / max(area.width * area.height, 1e-6)).squareRoot(),
      Double(publication.limits.side) / (max(area.width, area.height) + 1))
    let request = RenderRequest(
      scale: .pixelsPerPoint(scale), region: region == nil ? nil : area,
      rotation: page.rotation.inverse, isDeterministic: true)
    let bitmap = try await publication.render(page: page.index, request, .export)
    // A region begins at a pixel's edge.
    let origin =
      region == nil
      ? Point(x: 0, y: 0)
      : Point(
        x: (area.minX * scale + 1e-6).rounded(.down) / scale,
        y: (area.minY * scale + 1e-6).rounded(.down) / scale)
    return PagePicture(bitmap, scale: scale, origin: origin)
  }
}
