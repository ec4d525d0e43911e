import Backends
import PageModel
import Pipeline
import Workers

/// What the comment of `Recto` shows.
func renderCover(_ path: String, zygote: Zygote) async throws -> Bitmap {
  let pool = WorkerPool(zygote: zygote)
  let recto = Recto(backends: builtInBackends(), isolation: .workers(pool))
  let issue = try await recto.open(path)
  let cover = try await issue.render(page: 0, RenderRequest(scale: .pixelsPerPoint(2)))
  return cover
}

/// What the comment of `ReaderView` shows.
func showPage(of issue: OpenPublication, on screen: PixelSize, show: (Bitmap) -> Void) async throws
{
  let view = ReaderView(issue, RenderRequest(scale: .fit(screen)))
  show(try await view.turn(to: 5))
}

/// What the comment of `OpenPublication.render(pages:_:_:)` shows.
func showPages(
  of issue: OpenPublication, _ request: RenderRequest, show: (Bitmap) -> Void
) async throws {
  for try await image in issue.render(pages: 0..<8, request) { show(image.bitmap) }
}
