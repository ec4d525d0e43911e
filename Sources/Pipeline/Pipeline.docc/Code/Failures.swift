import RectoPageModel
import RectoPipeline

/// Shows every page that can be shown, and gives the errors of the others.
func showWhatThereIs(
  _ issue: OpenPublication, _ request: RenderRequest, show: (Int, Bitmap) -> Void
) async -> [(page: Int, error: PageError)] {
  var failures: [(page: Int, error: PageError)] = []
  let pages = issue.inOrder(0..<issue.pageCount) { page throws(PageError) in
    try await issue.render(page: page, request, .export)
  }
  for await page in pages {
    switch page.result {
    case .success(let bitmap): show(page.page, bitmap)
    case .failure(let error): failures.append((page.page, error))
    }
  }
  return failures
}
