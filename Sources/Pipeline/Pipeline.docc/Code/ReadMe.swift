import RectoBackends
import RectoPageModel
import RectoPipeline

/// The library code in the README.
func readMe(_ path: String, show: (Bitmap) -> Void) async throws -> PageText {
  let recto = try await Recto()
  let issue = try await recto.open(path)
  for try await image in issue.render(pages: 0..<8, RenderRequest(scale: .pixelsPerPoint(2))) {
    show(image.bitmap)
  }
  let text = try await issue.text(ofPage: 0)
  return text
}
