import RectoPageModel
import RectoPipeline
import RectoRaster

/// Makes what a proof shows of pages, and their pictures.
struct ProofPageMaker: Sendable {
  /// Pixels of a picture's longer side, whatever the resolution.
  private static let longestSide = 4096.0
  private static let thumbnailSide = 360

  let publication: OpenPublication
  let dotsPerInch: Double
  let store: PictureStore
  /// The edition's key.
  let edition: String

  /// A page, with its pictures in the store. Its `failure` names a part that could not be made.
  ///
  /// `before` is the page as it was: its small picture is kept where the large one is the same.
  func page(_ index: Int, before: ProofPage? = nil) async throws(PageError) -> ProofPage {
    var page = ProofPage(index: index)
    var failure: PageError?
    func attempt<Value>(_ body: () async throws(PageError) -> Value) async throws(PageError)
      -> Value?
    {
      do throws(PageError) {
        return try await body()
      } catch {
        // These are of the proof and not of the page.
        if error.code == .cancelled || error.code == .cannotWrite { throw error }
        failure = failure ?? error
        return nil
      }
    }
    page.facts = try await attempt { () throws(PageError) in
      try await publication.facts(ofPage: index, .export)
    }
    guard let facts = page.facts else {
      page.failure = failure
      return page
    }
    let longest = max(facts.size.width, facts.size.height)
    let scale = min(dotsPerInch / 72, Self.longestSide / max(longest, 1))
    page.picture = try await attempt { () throws(PageError) in
      try await picture(
        of: index, RenderRequest(scale: .pixelsPerPoint(scale)), quality: 90, "pages")
    }
    if let before, before.picture == page.picture {
      page.thumbnail = before.thumbnail
    } else if page.picture != nil {
      let side = PixelSize(width: Self.thumbnailSide, height: Self.thumbnailSide)
      page.thumbnail = try await attempt { () throws(PageError) in
        try await picture(of: index, RenderRequest(scale: .fit(side)), quality: 80, "thumbnails")
      }
    }
    page.text =
      try await attempt { () throws(PageError) in
        try await publication.text(ofPage: index, .export)
      } ?? .none
    page.links =
      try await attempt { () throws(PageError) in
        try await publication.links(ofPage: index, .export)
      } ?? []
    page.media =
      try await attempt { () throws(PageError) in
        try await publication.media(ofPage: index, .export)
      } ?? []
    page.failure = failure
    return page
  }

  private func picture(
    of index: Int, _ request: RenderRequest, quality: Int, _ folder: String
  ) async throws(PageError) -> ProofPage.Picture {
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
    try await publication.render(page: index, request, into: bitmap, .export)
    var path = ""
    try ImageEncoder().encode(bitmap, EncodeOptions(format: .jpeg, quality: quality)) {
      file throws(PageError) in
      path = try store.keep(file, "\(folder)/\(edition)", "\(index + 1)", "jpg")
    }
    return ProofPage.Picture(path: path, size: bitmap.size)
  }
}
