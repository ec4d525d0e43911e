import RectoPageModel
import RectoPipeline

/// The target of the link at a pixel of a page's image; nil if there is none.
func target(
  atX x: Int, y: Int, ofPage index: Int, in issue: OpenPublication, _ request: RenderRequest
) async throws(PageError) -> LinkTarget? {
  let page = try await issue.facts(ofPage: index)
  let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
  let pixel = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
  return try await issue.links(ofPage: index).first { link in
    link.quads.contains { grid.transform.apply($0).bounds.contains(pixel) }
  }?.target
}
