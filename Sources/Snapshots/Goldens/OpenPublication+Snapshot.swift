import RectoPageModel
import RectoPipeline

extension OpenPublication {
  /// A page as it is now: its picture by `request`, and its words.
  ///
  /// Throws what rendering and reading throw. A request for a part of the page has the words of all
  /// of it.
  public func snapshot(
    ofPage index: Int, _ request: RenderRequest, _ urgency: Urgency = .export
  ) async throws(PageError) -> PageSnapshot {
    let facts = try await facts(ofPage: index, urgency)
    let grid = try PixelGrid(page: facts.size, rotation: facts.rotation, request: request)
    let picture = try await render(page: index, request, urgency)
    return PageSnapshot(
      picture: picture, text: try await text(ofPage: index, urgency), transform: grid.transform)
  }
}
