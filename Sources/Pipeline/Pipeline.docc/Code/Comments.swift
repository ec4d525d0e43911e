import RectoBackends
import RectoPageModel
import RectoPipeline
import RectoWorkers

/// The code in the comment of `Recto`.
func renderCover(_ path: String, zygote: Zygote) async throws -> Bitmap {
  let pool = WorkerPool(zygote: zygote)
  let recto = Recto(backends: builtInBackends(), isolation: .workers(pool))
  let issue = try await recto.open(path)
  let cover = try await issue.render(page: 0, RenderRequest(scale: .pixelsPerPoint(2)))
  return cover
}

/// The code in the comment of `ReaderView`.
func showPage(of issue: OpenPublication, on screen: PixelSize, show: (Bitmap) -> Void) async throws
{
  let view = ReaderView(issue, RenderRequest(scale: .fit(screen)))
  show(try await view.turn(to: 5))
}

/// The code in the comment of `OpenPublication.render(pages:_:_:)`.
func showPages(
  of issue: OpenPublication, _ request: RenderRequest, show: (Bitmap) -> Void
) async throws {
  for try await image in issue.render(pages: 0..<8, request) { show(image.bitmap) }
}
