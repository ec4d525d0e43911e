import RectoPageModel
import RectoPipeline

/// A page as an image of a given size in pixels.
struct ImageSource: Sendable {
  let publication: OpenPublication
  let page: Int
  let facts: PageFacts
  /// The whole page as it is shown, at the scale that counts as full size.
  let grid: PixelGrid

  /// A page that is drawn has no pixels of its own. 768 an inch are eight for each of a screen at its
  /// usual 96, so that a reader that zooms to 800 % sees everything sharp.
  private static let drawnPixelsPerPoint = 768.0 / 72

  var size: PixelSize { grid.size }

  /// Throws as `OpenPublication.facts(ofPage:_:)`.
  init(
    _ publication: OpenPublication, page: Int, _ geometry: PageGeometry
  ) async throws(PageError) {
    self.publication = publication
    self.page = page
    facts = try await geometry.facts(ofPage: page, in: publication)
    let own = try await geometry.ownPixelsPerPoint(ofPage: page, in: publication)
    grid = try PixelGrid(
      page: facts.size, rotation: facts.rotation,
      request: RenderRequest(scale: .pixelsPerPoint(own ?? Self.drawnPixelsPerPoint)))
  }
}
