import RectoPageModel
import RectoPipeline

/// Shows every page at two pixels a point, which is 144 dpi, the first page first.
func showAll(_ issue: OpenPublication, show: (PageImage) -> Void) async throws {
  let request = RenderRequest(scale: .pixelsPerPoint(2))
  for try await image in issue.render(pages: 0..<issue.pageCount, request) {
    show(image)
  }
}
