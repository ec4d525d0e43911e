import RectoPageModel
import RectoPipeline

/// A page at one time: its picture, and its words with the mapping from points to pixels.
public struct PageSnapshot: Sendable {
  public var picture: Bitmap
  /// The text; nil if it was not read, as for a screenshot.
  public var text: PageText?
  /// The mapping from unrotated page points to pixels of the picture.
  public var transform: AffineTransform

  public init(picture: Bitmap, text: PageText? = nil, transform: AffineTransform = .identity) {
    self.picture = picture
    self.text = text
    self.transform = transform
  }

  /// Pixels per point.
  var scale: Double {
    let area = abs(transform.xx * transform.yy - transform.xy * transform.yx)
    return area > 0 ? area.squareRoot() : 1
  }
}

extension OpenPublication {
  /// A page as it is now: its picture by `request`, and its words.
  ///
  /// Throws what rendering and reading throw. A request for a part of the page has the words of all
  /// of it.
  public func snapshot(
    ofPage index: Int, _ request: RenderRequest, _ requestOptions: RequestOptions = .export
  ) async throws(PageError) -> PageSnapshot {
    let facts = try await facts(ofPage: index, requestOptions)
    let grid = try PixelGrid(
      page: facts.size, rotation: facts.rotation,
      request: limits.reduce(request, page: facts.size, rotation: facts.rotation))
    let picture = try await render(page: index, request, requestOptions)
    return PageSnapshot(
      picture: picture, text: try await text(ofPage: index, requestOptions),
      transform: grid.transform)
  }
}
