import RectoPageModel
import RectoPipeline

/// Renders a page at the scale of a slider. While the slider moves, only the last call has a
/// result: the earlier ones throw `cancelled`.
func zoom(
  _ issue: OpenPublication, page: Int, to scale: Double
) async throws(PageError) -> Bitmap {
  let options = RequestOptions(.visible, view: "zoom")
  return try await issue.render(
    page: page, RenderRequest(scale: .pixelsPerPoint(scale)), options)
}
