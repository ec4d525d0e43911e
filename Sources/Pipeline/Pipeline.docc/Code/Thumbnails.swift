import RectoPageModel
import RectoPipeline

/// Shows small images of all pages. Pages that the reader looks at come first.
func showThumbnails(_ issue: OpenPublication, show: (PageImage) -> Void) async throws {
  let request = RenderRequest(scale: .fit(PixelSize(width: 160, height: 160)))
  for try await image in issue.render(pages: 0..<issue.pageCount, request, .thumbnail) {
    show(image)
  }
}
