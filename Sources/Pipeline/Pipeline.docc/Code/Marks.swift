import RectoPageModel
import RectoPipeline

/// The areas of a hit in the image that `request` gives of its page, in pixels: one for each line
/// that it touches.
func marks(
  of hit: TextSearch.Hit, in issue: OpenPublication, _ request: RenderRequest
) async throws(PageError) -> [Quad] {
  let page = try await issue.facts(ofPage: hit.page)
  let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
  return hit.quads.map { grid.transform.apply($0) }
}
